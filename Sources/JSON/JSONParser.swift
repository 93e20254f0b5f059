import Text

extension JSON {
    /// Reads one JSON text (RFC 8259) strictly.
    ///
    /// It also refuses duplicate keys, invalid UTF-8, lone surrogates, a byte order mark, numbers
    /// beyond a double's range, and everything beyond `limits`.
    ///
    /// - Parameter shapes: what earlier texts had; this text's shapes are added.
    /// - Throws: ``JSONError`` with the first problem and its place.
    public static func parse(
        _ bytes: [UInt8], limits: JSONLimits = .file, shapes: JSONShapes? = nil
    ) throws(JSONError) -> JSON {
        try bytes.withUnsafeBufferPointer { (text) throws(JSONError) in
            var parser = JSONParser(text: text, limits: limits, shapes: shapes)
            return try parser.document()
        }
    }

    /// Reads the value with which a text begins, and its number of bytes; nil if there is a problem, or no end.
    package static func parse(
        beginOf text: UnsafeBufferPointer<UInt8>, limits: JSONLimits, shapes: JSONShapes
    ) -> (value: JSON, length: Int)? {
        let begin = text.prefix(limits.lengthBytesMax)
        var parser = JSONParser(
            text: UnsafeBufferPointer(rebasing: begin), limits: limits, shapes: shapes)
        guard let value = try? parser.value(at: shapes.begin()) else { return nil }
        return (value, parser.at)
    }

    /// Reads one JSON text strictly.
    public static func parse(_ text: String, limits: JSONLimits = .file) throws(JSONError) -> JSON {
        try parse(Array(text.utf8), limits: limits)
    }
}

/// Reads one text; it descends at most `limits.depthMax` levels.
struct JSONParser {
    let text: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    private let shapes: JSONShapes?
    private let depthMax: Int
    var at = 0
    private var depth = 0
    private var values = 0

    init(text: UnsafeBufferPointer<UInt8>, limits: JSONLimits, shapes: JSONShapes?) {
        self.text = text
        self.limits = limits
        self.shapes = shapes
        depthMax = min(limits.depthMax, depthCeiling)
    }

    mutating func document() throws(JSONError) -> JSON {
        guard text.count <= limits.lengthBytesMax else {
            throw fail("expected at most \(limits.lengthBytesMax) bytes, found \(text.count)")
        }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fail("expected JSON, found a byte order mark; save the text as plain UTF-8")
        }
        skipSpace()
        let value = try value(at: shapes?.begin())
        skipSpace()
        guard at == text.count else {
            throw fail("expected the end of the text, found \(found)")
        }
        return value
    }

    /// Reads a value; `place` is where objects in it stand, or nil if they are not remembered.
    fileprivate mutating func value(at place: JSONShapes.Place?) throws(JSONError) -> JSON {
        values += 1
        guard values <= limits.valuesMax else { throw tooManyValues() }
        switch peek {
        case UInt8(ascii: "{"): return try object(at: place)
        case UInt8(ascii: "["): return try array(at: place)
        default: return try scalar()
        }
    }

    private func tooManyValues() -> JSONError {
        fail("expected at most \(limits.valuesMax) values")
    }

    // Separate from ``value(at:)``, because each level of nesting has a frame of that function on the stack.
    private mutating func scalar() throws(JSONError) -> JSON {
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", from: 0, .bool(true))
        case UInt8(ascii: "f"): return try word("false", from: 1, .bool(false))
        case UInt8(ascii: "n"): return try word("null", from: 0, .null)
        case UInt8(ascii: "-") where begins(with: "-Infinity"): throw noValue()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw noValue()
        }
    }

    // Separate from the two functions that read members, so that each level of nesting has only one of their frames.
    private mutating func object(at place: JSONShapes.Place?) throws(JSONError) -> JSON {
        try enter()
        if peek == UInt8(ascii: "}") { return leave(.object(JSONObject())) }
        var begun: BegunObject?
        if let place, let expected = place.expected(),
            let object = try expectedObject(expected.shape, expected.keys, at: place, &begun)
        {
            return object
        }
        return try otherObject(begun ?? BegunObject(), at: place)
    }

    /// The members of an object before its first unexpected key.
    private struct BegunObject {
        var shape = JSONShape()
        var values: [JSON] = []
        var inner: [JSONShapes.Place?] = []
    }

    /// Reads an object as long as its keys are those of `shape`; nil at the first other key, and then `begun` has the rest.
    private mutating func expectedObject(
        _ shape: JSONShape, _ keys: QuotedKeys, at place: JSONShapes.Place,
        _ begun: inout BegunObject?
    ) throws(JSONError) -> JSON? {
        var values: [JSON] = []
        values.reserveCapacity(shape.count)
        while true {
            let length = keys.length(of: values.count, in: text, at: at)
            guard length > 0 else {
                let count = values.count
                begun = BegunObject(
                    shape: JSONShape(shape, prefix: count), values: values,
                    inner: Array(place.inner[..<count]))
                return nil
            }
            at += length
            let member = values.count
            let known = place.inner(member)
            let below = try passColon(to: known, makes: true)
            if known == nil, below != nil { place.setInner(below, member) }
            values.append(try value(at: below))
            if try isEnd() {
                guard values.count < shape.count else {
                    return leave(.object(JSONObject(shape, values)))
                }
                let shape = JSONShape(shape, prefix: values.count)
                shapes?.remember(shape, inner: Array(place.inner[..<values.count]), at: place)
                return leave(.object(JSONObject(shape, values)))
            }
        }
    }

    /// Reads the rest of an object from an unexpected key on.
    private mutating func otherObject(
        _ begun: BegunObject, at place: JSONShapes.Place?
    ) throws(JSONError) -> JSON {
        let shape = begun.shape
        var values = begun.values
        var inner = begun.inner
        while true {
            guard peek == UInt8(ascii: "\"") else { throw noKey() }
            let keyAt = at
            let key = try key()
            var below = place.flatMap { place in
                place.shape?.place(of: key).flatMap { place.inner($0) }
            }
            below = try passColon(to: below, makes: place != nil)
            let member = try value(at: below)
            guard shape.place(of: key) == nil else { throw secondKey(key.text, at: keyAt) }
            shape.append(key)
            values.append(member)
            if place != nil { inner.append(below) }
            if try isEnd() {
                if let place { shapes?.remember(shape, inner: inner, at: place) }
                return leave(.object(JSONObject(shape, values)))
            }
        }
    }

    /// The value's place is `place`, or a new one for a list or an object without a place, if `makes` is true.
    @inline(__always)
    private mutating func passColon(
        to place: JSONShapes.Place?, makes: Bool
    ) throws(JSONError) -> JSONShapes.Place? {
        skipSpace()
        guard take(":") else { throw noColon() }
        skipSpace()
        guard place == nil, makes, peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[") else {
            return place
        }
        return shapes?.makePlace()
    }

    // Separate from the functions that recurse, because a message needs more of the stack than a level of nesting.

    /// The mistake where no value begins; other languages' words for one have a remedy.
    private func noValue() -> JSONError {
        for word in ["NaN", "Infinity", "-Infinity", "undefined", "None", "True", "False", "'"]
        where begins(with: word) {
            return fail(
                "expected a value, found \(word), which JSON does not have; "
                    + "write null, true, false, or text in double quotes")
        }
        return fail("expected a value, found \(found)")
    }

    private func begins(with word: String) -> Bool {
        text[min(at, text.count)...].starts(with: word.utf8)
    }

    private func noKey() -> JSONError {
        begins(with: "'") ? noValue() : fail("expected a key in quotes, found \(found)")
    }

    private func noColon() -> JSONError { fail("expected ':' after a key, found \(found)") }

    private mutating func secondKey(_ key: String, at keyAt: Int) -> JSONError {
        at = keyAt
        return fail("expected each key once, found a second \"\(shown(key))\"")
    }

    private func noElementEnd() -> JSONError { fail("expected ',' or ']', found \(found)") }

    /// Passes what follows a member; true at the object's end, which it does not pass.
    private mutating func isEnd() throws(JSONError) -> Bool {
        // The usual case: a comma, and then a quote.
        if at + 1 < text.count, text[at] == UInt8(ascii: ","), text[at + 1] == UInt8(ascii: "\"") {
            at += 1
            return false
        }
        skipSpace()
        if peek == UInt8(ascii: "}") { return true }
        guard take(",") else { throw fail("expected ',' or '}', found \(found)") }
        skipSpace()
        return false
    }

    private mutating func array(at place: JSONShapes.Place?) throws(JSONError) -> JSON {
        try enter()
        var elements: [JSON] = []
        if peek == UInt8(ascii: "]") { return leave(.array(elements)) }
        while true {
            elements.append(try value(at: place))
            skipSpace()
            if peek == UInt8(ascii: "]") { return leave(.array(elements)) }
            guard take(",") else { throw noElementEnd() }
            skipSpace()
        }
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= depthMax else {
            throw fail("expected at most \(depthMax) levels of lists and objects")
        }
        at += 1
        skipSpace()
    }

    private mutating func leave(_ value: JSON) -> JSON {
        depth -= 1
        at += 1
        return value
    }
}
