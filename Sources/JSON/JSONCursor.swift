/// A value and the path to it, so that a decoding error can say where the shape is wrong.
///
/// A function that reads throws ``JSONShapeError`` if the value is of another kind than it reads.
public struct JSONCursor: Sendable {
    /// The value here.
    public let value: JSON
    /// The path to it from the root.
    public let path: JSONPath

    /// Makes a cursor at a tree's root, or at `path` in a larger tree.
    public init(_ value: JSON, path: JSONPath = .root) {
        self.value = value
        self.path = path
    }

    /// The member `key`, which must be there.
    public func member(_ key: String) throws(JSONShapeError) -> JSONCursor {
        guard let member = try optional(key) else {
            throw JSONShapeError(path: path.member(key), problem: "expected a value, found none")
        }
        return member
    }

    /// The member `key`, or nil if the object has none.
    public func optional(_ key: String) throws(JSONShapeError) -> JSONCursor? {
        try object()[key].map { JSONCursor($0, path: path.member(key)) }
    }

    /// A cursor at each member, with its key, in order.
    public func members() throws(JSONShapeError) -> [(key: String, cursor: JSONCursor)] {
        try object().members.map { ($0.key, JSONCursor($0.value, path: path.member($0.key))) }
    }

    /// A cursor at each element, in order.
    public func elements() throws(JSONShapeError) -> [JSONCursor] {
        guard case .array(let elements) = value else { throw mismatch("a list") }
        return elements.enumerated().map { JSONCursor($1, path: path.element($0)) }
    }

    /// The object here.
    public func object() throws(JSONShapeError) -> JSONObject {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return object
    }

    /// The text here.
    public func string() throws(JSONShapeError) -> String {
        guard case .string(let text) = value else { throw mismatch("text") }
        return text
    }

    /// The integer here, which must be in the range.
    public func integer(
        in range: ClosedRange<Int64> = .min ... .max
    ) throws(JSONShapeError) -> Int64 {
        guard case .integer(let number) = value, range.contains(number) else {
            throw mismatch(
                range == .min ... .max
                    ? "an integer of 64 bits"
                    : "an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The truth value here.
    public func bool() throws(JSONShapeError) -> Bool {
        guard case .bool(let truth) = value else { throw mismatch("true or false") }
        return truth
    }

    /// The error that says what was expected here, with its article, and what was found.
    public func mismatch(_ expected: String) -> JSONShapeError {
        JSONShapeError(path: path, problem: "expected \(expected), found \(found)")
    }

    private var found: String {
        switch value {
        case .integer(let number): "\(number)"
        case .bigInteger(let digits): shown(digits)
        case .double(let number): "\(number)"
        case .string(let text): "\"\(shown(text))\""
        default: value.kind
        }
    }
}

/// Why a tree does not have the shape it should have, and where.
public indirect enum JSONShapeError: Error, Equatable, CustomStringConvertible {
    // Indirect, because each `try` that an error passes contains code that copies it.
    /// What was expected and found at a path.
    case mismatch(JSONPath, problem: String)

    /// The path to the wrong value.
    public var path: JSONPath {
        switch self {
        case .mismatch(let path, _): path
        }
    }

    /// What was expected and what was found.
    public var problem: String {
        switch self {
        case .mismatch(_, let problem): problem
        }
    }

    /// Makes an error.
    public init(path: JSONPath, problem: String) {
        self = .mismatch(path, problem: problem)
    }

    /// `rows[3].label: expected text, found 7`.
    public var description: String { "\(path): \(problem)" }
}
