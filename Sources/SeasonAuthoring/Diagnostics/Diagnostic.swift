import JSON

/// An author's mistake, or what may be one: where it is, what it is and what to do about it.
package struct Diagnostic: Equatable, Sendable {
    /// The file, as the author would name it.
    package var file: String
    /// Where in the file; nil where the file as a whole, or its absence, is the mistake.
    package var place: Place?
    /// What was expected and what came.
    package var message: String
    /// What to do, where that can be said.
    package var remedy: String?
    /// Lines that show the mistake: the difference of two tables.
    package var detail: [String] = []
    /// Whether it may well be right; a warning keeps nothing from being published.
    package var isWarning = false
    /// Whether it is a warning that asks for nothing: something to know, and often wanted so.
    package var isNote = false

    /// Keeps the given values.
    package init(
        file: String, place: Place? = nil, message: String, remedy: String? = nil,
        detail: [String] = [], isWarning: Bool = false, isNote: Bool = false
    ) {
        self.file = file
        self.place = place
        self.message = message
        self.remedy = remedy
        self.detail = detail
        self.isWarning = isWarning
        self.isNote = isNote
    }

    /// How much it matters.
    package enum Severity: String {
        case error, warning, note
    }

    /// How much it matters.
    package var severity: Severity { isNote ? .note : isWarning ? .warning : .error }

    /// A stretch of one source line.
    package struct Place: Equatable, Sendable {
        /// Where it starts.
        package var position: TextPosition
        /// Code points it covers on its line, from 1.
        package var length: Int
        /// The whole source line, without its end.
        package var line: String
    }
}

extension [Diagnostic] {
    /// How many are mistakes, not warnings.
    package var mistakesCount: Int { count { !$0.isWarning } }
    /// How many are warnings that ask for something.
    package var warningsCount: Int { count { $0.isWarning && !$0.isNote } }

    /// In the order of files and, in each, of places; mistakes of a file as a whole first.
    package func inReadingOrder() -> [Diagnostic] {
        sorted { left, right in
            (left.file, left.place?.position.line ?? 0, left.place?.position.column ?? 0)
                < (right.file, right.place?.position.line ?? 0, right.place?.position.column ?? 0)
        }
    }
}
