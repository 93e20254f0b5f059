import JSON

/// Why something is no manifest, index or target that this build accepts.
public struct BundleFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong: a file's name and the way to the value.
    public let subject: String
    /// What was expected there and what came.
    public let problem: String

    /// Keeps both.
    ///
    /// - Parameters:
    ///   - subject: what is wrong.
    ///   - problem: `expected …, found …`.
    public init(subject: String, problem: String) {
        self.subject = subject
        self.problem = problem
    }

    /// `manifest.json: files[3].path: expected a relative path …, found "../x"`.
    public var description: String { "\(subject): \(problem)" }

    init(_ file: String, _ error: JSONError) {
        self.init(subject: "\(file): \(error.position)", problem: error.problem)
    }

    init(_ file: String, _ error: JSONShapeError) {
        self.init(subject: "\(file): \(error.path)", problem: error.problem)
    }
}

/// Runs `body`, which reads `file`, and says so in the errors about its JSON.
func decoding<Value>(
    _ file: String, _ body: () throws(JSONShapeError) -> Value
) throws(BundleFormatError) -> Value {
    do throws(JSONShapeError) {
        return try body()
    } catch {
        throw BundleFormatError(file, error)
    }
}

extension JSONCursor {
    /// The value that `make` gives for the text here.
    func text<Value>(
        _ expected: String, _ make: (String) -> Value?
    ) throws(JSONShapeError) -> Value {
        guard let value = make(try string()) else { throw mismatch(expected) }
        return value
    }

    /// The value that `make` gives for the integer here.
    func number<Value>(
        _ expected: String, _ make: (Int) -> Value?
    ) throws(JSONShapeError) -> Value {
        guard let value = make(Int(clamping: try integer())) else { throw mismatch(expected) }
        return value
    }

    /// Refuses members that are none of `keys`.
    func only(_ keys: Set<String>) throws(JSONShapeError) {
        for member in try members() where !keys.contains(member.key) {
            throw JSONShapeError(
                path: member.cursor.path, problem: "expected no such member, found one")
        }
    }
}
