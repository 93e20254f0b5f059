import Text

/// The known word next to a misspelt one.
enum Nearest {
    /// A question to add to a message: `; did you mean interval?`, or nothing.
    static func question(
        _ word: String, _ known: [String], _ form: (String) -> String = { $0 }
    ) -> String {
        Spelling.nearest(to: word, among: known).map { "; did you mean \(form($0))?" } ?? ""
    }
}
