import JSON
import Text

/// Signs for the words of lists: a list of many words is a row of places on the field.
struct GenericGrid {
    /// A list with at least this many words is drawn.
    static let elementsMin = 4

    private static let signs: [Icon] = [
        .triangle, .square, .dot, .diamond, .hollowTriangle, .hollowSquare, .ring, .hollowDiamond,
    ]
    private var words: [String] = []

    /// Finds the words of all lists; with more words than signs nothing is drawn.
    init(_ rows: [GenericRow]) {
        // By UTF-8, because `String` would fold equivalent spellings into one.
        var found: [[UInt8]] = []
        for row in rows {
            for json in [row.red, row.blue] {
                guard let elements = Self.elements(json) else { continue }
                for element in elements where !Self.isNothing(element) {
                    if found.count > Self.signs.count { return }
                    let word = Array(element.utf8)
                    if !found.contains(word) { found.append(word) }
                }
            }
        }
        if found.count <= Self.signs.count {
            words = found.indices.sorted { found[$0].lexicographicallyPrecedes(found[$1]) }
                .map { String(decoding: found[$0], as: UTF8.self) }
        }
    }

    /// The signs of a list; nil for every other value.
    func text(_ json: JSON?) -> String? {
        guard !words.isEmpty, let elements = Self.elements(json) else { return nil }
        let shown = elements.map { element in
            words.firstIndex { $0.hasSameCodePoints(as: element) }
                .map { Self.signs[$0].character } ?? Icon.bullet.character
        }
        return shown.joined(separator: " ")
    }

    /// What the signs mean; nil if there are none.
    var legend: String? {
        guard !words.isEmpty else { return nil }
        let meanings = words.enumerated().map { at, word in
            "\(Self.signs[at].character) \(KeyWords(word).title)"
        }
        return (meanings + ["\(Icon.bullet.character) nothing"]).joined(separator: "  ")
    }

    private static func isNothing(_ word: String) -> Bool {
        GenericCell.isNothing(word) || word == "Unknown"
    }

    private static func elements(_ json: JSON?) -> [String]? {
        guard case .array(let elements)? = json, elements.count >= elementsMin,
            elements.count <= RenderLimits.genericElementsMax
        else { return nil }
        var words: [String] = []
        for element in elements {
            guard case .string(let word) = element, word.utf8.count <= 30 else { return nil }
            words.append(word)
        }
        return words
    }
}
