import CEL
import Text

/// Finds the field that an author most likely meant: `totalPoints` for `totalScore`.
///
/// `Misspelling` of the module CEL is about letters; this is about words.
enum RelatedField {
    /// The shortest beginning that makes two words one: `climb` and `climbing`.
    private static let prefixBytesMin = 4

    /// The field whose own key shares most words with the wanted one, or else whose whole path does.
    ///
    /// - Returns: the nearest; of several equal ones the least deep, then the first by code point; nil if none
    ///   shares a word.
    static func nearest(to keys: [String], among known: [[String]]) -> [String]? {
        guard let wanted = keys.last.map(words) else { return nil }
        let fields = known.sorted { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
        return best(of: fields) { share(of: wanted, in: $0.last.map(words) ?? []) }
            ?? best(of: fields) { share(of: wanted, in: $0.flatMap(words)) }
    }

    /// The first field with the highest share above 0.
    private static func best(of fields: [[String]], _ share: ([String]) -> Int) -> [String]? {
        var best: (field: [String], share: Int)?
        for field in fields {
            let share = share(field)
            if share > best?.share ?? 0 { best = (field, share) }
        }
        return best?.field
    }

    /// How many of all words are shared, in thousandths.
    private static func share(of wanted: [String], in words: [String]) -> Int {
        let shared = wanted.filter { word in words.contains { isSame($0, word) } }
        // A number says which of several things is meant, and not what.
        guard shared.contains(where: { Int($0) == nil }) else { return 0 }
        return 1_000 * shared.count / (wanted.count + words.count)
    }

    /// The words of a key for people, so that `rp` counts as Ranking Points.
    private static func words(_ key: String) -> [String] {
        KeyWords(key).title.lowercased().split(separator: " ").map(String.init)
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right
            || min(left.utf8.count, right.utf8.count) >= prefixBytesMin
                && (left.hasStart(right) || right.hasStart(left))
    }
}

extension Evidence {
    /// The field of a side, or beside the sides, that is nearest to one that no example has.
    func fieldNear(_ place: FieldPlace, of subject: Subject) -> FieldPlace? {
        let fields = leaves(of: subject).map { $0.place }.filter { $0.root == place.root }
        return RelatedField.nearest(to: place.keys, among: fields.map { $0.keys }).map {
            FieldPlace(place.root, $0)
        }
    }
}
