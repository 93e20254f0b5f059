import CEL

/// A compiled expression with its text, for messages.
final class Expression: Sendable {
    let source: String
    let program: Program

    init(source: String, program: Program) {
        self.source = source
        self.program = program
    }
}

extension EvaluationError {
    /// Whether the expression failed because a value is missing from the data: a key or an element
    /// is absent, or an operation met null.
    var isMissing: Bool {
        switch kind {
        case .noSuchKey, .indexOutOfRange: true
        case .typeMismatch: isAboutNull
        default: false
        }
    }

    /// Whether one of the values that an operation cannot use is null.
    ///
    /// The kinds of the values stand at the end of every message of this kind.
    private var isAboutNull: Bool {
        let words = message.utf8.split(whereSeparator: " ,;".utf8.contains).map {
            String(Substring($0))
        }
        guard let found = words.lastIndex(of: "found") else { return false }
        return words[found...].contains("null")
    }
}
