/// Why an expression has no value for some data, and which part of it failed.
public indirect enum EvaluationError: Error, Equatable, CustomStringConvertible {
    // Indirect, because each `try` that an error passes contains code that copies it.
    /// What failed in a part of the expression.
    case failed(Kind, message: String, SourceRange)

    /// The kinds of errors that a caller may want to tell apart.
    public enum Kind: Equatable, Sendable {
        /// A map has no such key; carries the key as text.
        case noSuchKey(String)
        /// The activation has no such variable.
        case noSuchVariable(String)
        /// No function has this name; possible only if compiling allowed it.
        case noSuchFunction(String)
        /// An operator or function does not take values of these types.
        case typeMismatch
        /// A whole number was divided by zero.
        case divisionByZero
        /// A result is beyond the range of its type.
        case overflow
        /// An index is outside a list or text.
        case indexOutOfRange
        /// A value of the right type that is not accepted, such as a text that is not a number.
        case badArgument
        /// The evaluation took more steps or made more data than its limits allow.
        case limitExceeded
    }

    /// The kind of error.
    public var kind: Kind {
        switch self {
        case .failed(let kind, _, _): kind
        }
    }

    /// What was expected and what was found.
    public var message: String {
        switch self {
        case .failed(_, let message, _): message
        }
    }

    /// The part of the expression that failed.
    public var range: SourceRange {
        switch self {
        case .failed(_, _, let range): range
        }
    }

    /// Place and message in one line; the place counts from 1.
    public var description: String { "column \(range.offset + 1): \(message)" }
}

/// Why a function has no result; the evaluator adds the place and makes an ``EvaluationError``.
public indirect enum FunctionError: Error, Equatable {
    // Indirect, because each `try` that an error passes contains code that copies it.
    /// What the function cannot take.
    case failed(EvaluationError.Kind, message: String)

    /// The kind of error.
    public var kind: EvaluationError.Kind {
        switch self {
        case .failed(let kind, _): kind
        }
    }

    /// What was expected and found, beginning with the function: `sum: expected a list, found text`.
    public var message: String {
        switch self {
        case .failed(_, let message): message
        }
    }

    /// Makes an error from what was expected and what was found, lower case, no full stop.
    public init(_ kind: EvaluationError.Kind, _ message: String) {
        self = .failed(kind, message: message)
    }
}
