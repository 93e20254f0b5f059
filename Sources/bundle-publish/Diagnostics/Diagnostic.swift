import JSON

/// An author's mistake, or what may be one: where it is, what it is and what to do about it.
struct Diagnostic: Equatable, Sendable {
    /// The file, as the author would name it.
    var file: String
    /// Where in the file; nil where the file as a whole, or its absence, is the mistake.
    var place: Place?
    /// What was expected and what came.
    var message: String
    /// What to do, where that can be said.
    var remedy: String?
    /// Lines that show the mistake: the difference of two tables.
    var detail: [String] = []
    /// Whether it may well be right; a warning keeps nothing from being published.
    var isWarning = false
    /// Whether it is a warning that asks for nothing: something to know, and often wanted so.
    var isNote = false

    /// How much it matters.
    enum Severity: String {
        case error, warning, note
    }

    /// How much it matters.
    var severity: Severity { isNote ? .note : isWarning ? .warning : .error }

    /// A stretch of one source line.
    struct Place: Equatable, Sendable {
        /// Where it starts.
        var position: TextPosition
        /// Code points it covers on its line, from 1.
        var length: Int
        /// The whole source line, without its end.
        var line: String
    }
}

extension [Diagnostic] {
    /// How many are mistakes, not warnings.
    var mistakesCount: Int { count { !$0.isWarning } }
    /// How many are warnings that ask for something.
    var warningsCount: Int { count { $0.isWarning && !$0.isNote } }

    /// In the order of files and, in each, of places; mistakes of a file as a whole first.
    func inReadingOrder() -> [Diagnostic] {
        sorted { left, right in
            (left.file, left.place?.position.line ?? 0, left.place?.position.column ?? 0)
                < (right.file, right.place?.position.line ?? 0, right.place?.position.column ?? 0)
        }
    }
}
