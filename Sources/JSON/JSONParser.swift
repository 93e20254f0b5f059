extension JSON {
    /// Reads one JSON text (RFC 8259) strictly.
    ///
    /// It also refuses duplicate keys, invalid UTF-8, lone surrogates, a byte order mark, numbers
    /// beyond a double's range, and everything beyond `limits`.
    ///
    /// - Parameters:
    ///   - bytes: the whole text.
    ///   - limits: the limits.
    /// - Returns: the value.
    /// - Throws: ``JSONError`` with the first problem and its place.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .file) throws(JSONError) -> JSON
    {
        try bytes.withUnsafeBufferPointer { (text) throws(JSONError) in
            var parser = JSONParser(text: text, limits: limits, keys: nil)
            return try parser.document()
        }
    }

    /// Reads one of many JSON texts strictly, as ``parse(_:limits:)``.
    ///
    /// - Parameters:
    ///   - bytes: the whole text.
    ///   - limits: the limits.
    ///   - keys: keys of earlier texts; this text's keys are added.
    /// - Returns: the value.
    /// - Throws: ``JSONError`` with the first problem and its place.
    public static func parse(
        _ bytes: [UInt8], limits: JSONLimits, keys: inout JSONKeys?
    ) throws(JSONError) -> JSON {
        try bytes.withUnsafeBufferPointer { (text) throws(JSONError) in
            var parser = JSONParser(text: text, limits: limits, keys: keys.take())
            defer { keys = parser.keys.take() }
            return try parser.document()
        }
    }

    /// Reads one JSON text strictly, as ``parse(_:limits:)``.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - limits: the limits.
    /// - Returns: the value.
    /// - Throws: ``JSONError`` with the first problem and its place.
    public static func parse(_ text: String, limits: JSONLimits = .file) throws(JSONError) -> JSON {
        try parse(Array(text.utf8), limits: limits)
    }
}

/// Reads one text; it descends at most `limits.depthMax` levels.
struct JSONParser {
    let text: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var keys: JSONKeys?
    private let depthMax: Int
    var at = 0
    private var depth = 0
    private var values = 0

    init(text: UnsafeBufferPointer<UInt8>, limits: JSONLimits, keys: consuming JSONKeys?) {
        self.text = text
        self.limits = limits
        self.keys = keys
        depthMax = min(limits.depthMax, depthCeiling)
    }

    mutating func document() throws(JSONError) -> JSON {
        guard text.count <= limits.lengthBytesMax else {
            at = 0
            throw fail("expected at most \(limits.lengthBytesMax) bytes, found \(text.count)")
        }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fail("expected JSON, found a byte order mark; save the text as plain UTF-8")
        }
        skipSpace()
        let value = try value()
        skipSpace()
        guard at == text.count else {
            throw fail("expected the end of the text, found \(found)")
        }
        return value
    }

    private mutating func value() throws(JSONError) -> JSON {
        values += 1
        guard values <= limits.valuesMax else {
            throw fail("expected at most \(limits.valuesMax) values")
        }
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fail("expected a value, found \(found)")
        }
    }

    private mutating func object() throws(JSONError) -> JSON {
        try enter()
        var object = JSONObject()
        if peek == UInt8(ascii: "}") { return leave(.object(object)) }
        while true {
            guard peek == UInt8(ascii: "\"") else {
                throw fail("expected a key in quotes, found \(found)")
            }
            let keyAt = at
            let (key, print) = try key()
            skipSpace()
            guard take(":") else { throw fail("expected ':' after a key, found \(found)") }
            skipSpace()
            let member = try value()
            guard object.appendUnlessPresent(key, print, member) else {
                at = keyAt
                throw fail("expected each key once, found a second \"\(shown(key))\"")
            }
            skipSpace()
            if peek == UInt8(ascii: "}") { return leave(.object(object)) }
            guard take(",") else { throw fail("expected ',' or '}', found \(found)") }
            skipSpace()
        }
    }

    private mutating func array() throws(JSONError) -> JSON {
        try enter()
        var elements: [JSON] = []
        if peek == UInt8(ascii: "]") { return leave(.array(elements)) }
        while true {
            elements.append(try value())
            skipSpace()
            if peek == UInt8(ascii: "]") { return leave(.array(elements)) }
            guard take(",") else { throw fail("expected ',' or ']', found \(found)") }
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

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let length = word.utf8CodeUnitCount
        guard
            at + length <= text.count,
            text[at..<at + length].elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: length))
        else { throw fail("expected a value, found \(found)") }
        at += length
        return value
    }
}

// MARK: - Bytes

extension JSONParser {
    /// The next byte, or 0 at the end: no token starts with 0.
    var peek: UInt8 { at < text.count ? text[at] : 0 }

    mutating func skipSpace() {
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                at += 1
            default: return
            }
        }
    }

    private mutating func take(_ expected: Unicode.Scalar) -> Bool {
        guard at < text.count, text[at] == UInt8(ascii: expected) else { return false }
        at += 1
        return true
    }

    /// What is at this place, in words for "expected …, found …".
    var found: String {
        guard at < text.count else { return "the end of the text" }
        let byte = text[at]
        guard byte > 0x20, byte < 0x7F else { return "the byte 0x\(String(byte, radix: 16))" }
        return "'\(Character(Unicode.Scalar(byte)))'"
    }

    func fail(_ problem: String) -> JSONError {
        JSONError(problem: problem, position: TextPosition(offset: at, in: text))
    }
}
