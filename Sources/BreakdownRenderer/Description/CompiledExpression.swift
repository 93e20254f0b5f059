import CEL
import JSON

/// A compiled expression with its text, for messages.
final class CompiledExpression: Sendable {
    let source: String
    let program: Program

    init(source: String, program: Program) {
        self.source = source
        self.program = program
    }
}

/// An expression with `//` in it.
package struct CommentedExpression: Sendable {
    package let source: String
    /// The text of the description that has it, and where it begins in that text, in code points.
    package let path: JSONPath
    package let offset: Int
    /// What it may refer to.
    package let environment: Environment
}

extension Description {
    /// The expressions of a description that may have comments in them, with or without mistakes.
    package static func commented(_ json: JSON, of subject: Subject) -> [CommentedExpression] {
        var reader = DescriptionReader(subject: subject)
        _ = reader.readDescription(JSONCursor(json))
        return reader.commented
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

/// A text with expressions in it: `Robot {item} Auto`.
final class Template: Sendable {
    /// A part of a template.
    enum Segment: Sendable {
        case text(String)
        case expression(CompiledExpression)
    }

    let segments: [Segment]
    /// The text, if there is no expression in it.
    let fixedText: String?

    init(_ segments: [Segment]) {
        self.segments = segments
        switch segments.first {
        case nil: fixedText = ""
        case .text(let text)? where segments.count == 1: fixedText = text
        default: fixedText = nil
        }
    }

    /// A template without expressions.
    convenience init(fixed text: String) {
        self.init([.text(text)])
    }
}

/// A name for an expression of a description; none uses itself, directly or through others.
struct NamedValue: Sendable {
    let name: String
    let expression: CompiledExpression
    /// Whether it depends on the element of `each`, directly or through others.
    let usesItem: Bool
    /// Whether it depends on the side, directly or through others.
    let usesSide: Bool
}
