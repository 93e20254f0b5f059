import JSON

/// A mistake in an author's files, or what may be one: where it is, and what to do about it.
public struct Diagnostic: Equatable, Sendable {
    /// The file, as the author would name it.
    public var file: String
    /// Where in the file; nil if the file as a whole, or its absence, is the mistake.
    public var place: Place?
    /// What was expected and what was found.
    public var message: String
    /// What to do; nil if nothing is suggested.
    public var remedy: String?
    /// Lines that show the mistake: the difference of two tables.
    public var detail: [String] = []
    /// Whether the author may have meant it so; a warning does not stop a publish.
    public var isWarning = false
    /// Whether it is a warning that asks for nothing: something to know.
    public var isNote = false

    /// Makes a diagnostic; without more, a mistake of the file as a whole.
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
    public enum Severity: String, Sendable {
        /// The season cannot be published.
        case error
        /// The season can be published; the author should look at it.
        case warning
        /// Something to know.
        case note
    }

    /// How much it matters.
    public var severity: Severity { isNote ? .note : isWarning ? .warning : .error }

    /// A stretch of one source line.
    public struct Place: Equatable, Sendable {
        /// Where it starts.
        public var position: TextPosition
        /// Code points it covers on its line, from 1.
        public var length: Int
        /// The whole source line, without its end.
        public var line: String
    }
}

extension [Diagnostic] {
    /// How many are mistakes, not warnings.
    package var mistakesCount: Int { count { !$0.isWarning } }
    /// How many are warnings that ask for something.
    package var warningsCount: Int { count { $0.isWarning && !$0.isNote } }

    /// Sorts by file and by place in it; mistakes of a file as a whole come first.
    package func inReadingOrder() -> [Diagnostic] {
        sorted { left, right in
            (left.file, left.place?.position.line ?? 0, left.place?.position.column ?? 0)
                < (right.file, right.place?.position.line ?? 0, right.place?.position.column ?? 0)
        }
    }
}

/// A count with its noun: `1 season`, `2 seasons`, `3 matches`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
}
