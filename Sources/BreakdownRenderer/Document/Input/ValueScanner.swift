import JSON

/// Finds each match in a JSON text that comes in pieces, without parsing the match.
///
/// The text is any number of values, on separate lines or not. If it is a list, each element is a
/// value. The scanner holds one value at a time. If a value does not end properly, the scanner
/// returns what it has, so that the parser can report the mistake. Then it continues at the next
/// line that can begin a value, so a broken line does not affect the lines around it.
package struct ValueScanner {
    /// A finding, in the order of the text.
    package enum Found: Equatable {
        /// A value that was read at once, because all of it was in one piece.
        case json(JSON, at: TextPosition)
        /// The bytes of one value, complete or broken off.
        case value([UInt8], at: TextPosition)
        /// A value that is longer than the limit.
        case tooLong(bytesMax: Int, at: TextPosition)
        /// A mistake outside a value.
        case problem(String, at: TextPosition)

        /// Where it is.
        package var position: TextPosition {
            switch self {
            case .json(_, let at), .value(_, let at), .tooLong(_, let at), .problem(_, let at): at
            }
        }
    }

    enum State {
        case between, inside, text, escape, scalar, lost
    }

    /// The scanner's place in a list at the top.
    enum List {
        case none, opened, afterValue, afterComma
    }

    private let lengthBytesMax: Int
    var state = State.between
    var list = List.none
    var line = LinePlace()
    private var isBegun = false
    private var found: [Found] = []

    /// The current value: its bytes from earlier pieces, and where it continues in this piece.
    private var pending: [UInt8] = []
    private var start = 0
    private var isTooLong = false
    private var valueAt = TextPosition(line: 1, column: 1)
    var indent: Int?
    var nesting = Nesting()

    /// Starts at the beginning of a text.
    ///
    /// - Parameter lengthBytesMax: bytes of one value; a longer value is a problem and is skipped.
    package init(lengthBytesMax: Int = JSONLimits.input.lengthBytesMax) {
        self.lengthBytesMax = lengthBytesMax
    }

    /// Scans the next piece.
    ///
    /// With `shapes`, the parser reads an object at once if the whole object is in this piece and has no
    /// mistakes. For every other value the scanner finds the end, and the caller reads it then.
    ///
    /// - Parameters:
    ///   - piece: any number of bytes; a piece may end anywhere.
    ///   - shapes: what earlier values had; nil to find values without reading them.
    package mutating func scan(
        _ piece: UnsafeBufferPointer<UInt8>, reading shapes: JSONShapes? = nil
    ) -> [Found] {
        var at = 0
        start = 0
        if !isBegun {
            isBegun = true
            // Some editors write a byte order mark before the text; a reader may ignore it (RFC
            // 8259 §8.1).
            if piece.starts(with: [0xEF, 0xBB, 0xBF]) {
                at = 3
                line = LinePlace(start: at)
            }
        }
        while at < piece.count {
            switch state {
            case .between:
                if !reads(piece, &at, shapes) { between(piece, &at) }
            case .inside: inside(piece, &at)
            case .text: text(piece, &at)
            case .escape: escape(piece, &at)
            case .scalar: scalar(piece, &at)
            case .lost: lost(piece, &at)
            }
        }
        if isInValue { keep(piece, upTo: piece.count) }
        line.pieceEnded(count: piece.count)
        return takeFound()
    }

    /// Ends the text.
    ///
    /// - Returns: the value that was broken off, or what is missing at the end.
    package mutating func finish() -> [Found] {
        if isInValue {
            if !isTooLong { found.append(.value(pending, at: valueAt)) }
        } else if list != .none, state != .lost {
            report("expected ']' at the end of the list, found the end of the text", 0)
        }
        return takeFound()
    }

    private mutating func takeFound() -> [Found] {
        defer { found = [] }
        return found
    }

    private mutating func report(_ problem: String, _ at: Int) {
        found.append(.problem(problem, at: line.position(at: at)))
    }

    private var isInValue: Bool { state != .between && state != .lost }
}

// MARK: - Between values

extension ValueScanner {
    /// Reads the object that begins here, if it is whole and without mistakes.
    private mutating func reads(
        _ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ shapes: JSONShapes?
    ) -> Bool {
        guard let shapes, piece[at] == UInt8(ascii: "{"), list != .afterValue else { return false }
        var limits = JSONLimits.match
        limits.lengthBytesMax = min(limits.lengthBytesMax, lengthBytesMax)
        let text = UnsafeBufferPointer(rebasing: piece[at...])
        guard let (json, length) = JSON.parse(beginOf: text, limits: limits, shapes: shapes) else {
            return false
        }
        found.append(.json(json, at: line.position(at: at)))
        line.passesValue(piece, at..<at + length)
        at += length
        if list != .none { list = .afterValue }
        return true
    }

    private mutating func between(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        let byte = piece[at]
        if line.passesSpace(byte, at: at) {
            at += 1
            return
        }
        switch (list, byte) {
        case (.none, UInt8(ascii: "[")): list = .opened
        case (.opened, UInt8(ascii: "]")), (.afterValue, UInt8(ascii: "]")): list = .none
        case (.afterValue, UInt8(ascii: ",")): list = .afterComma
        case (.afterComma, UInt8(ascii: "]")):
            report("expected a match after ',', found ']'", at)
            list = .none
        case (.afterValue, _):
            report("expected ',' or ']' after a match, found \(name(of: byte))", at)
            begin(byte, at)
        default: begin(byte, at)
        }
        line.isBlank = false
        at += 1
    }

    /// The text here, in words for "expected …, found …".
    private func name(of byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte 0x\(String(byte, radix: 16))"
    }

    private mutating func begin(_ byte: UInt8, _ at: Int) {
        start = at
        valueAt = line.position(at: at)
        indent = line.isBlank ? line.indent(at: at) : nil
        isTooLong = false
        nesting = Nesting()
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            nesting.open(byte)
            state = .inside
        case UInt8(ascii: "\""): state = .text
        default: state = .scalar
        }
    }

    /// Skips what cannot be understood, up to a line that begins like the broken value.
    private mutating func lost(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        while at < piece.count {
            let byte = piece[at]
            if !line.passesSpace(byte, at: at) {
                let begins = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") && list == .none
                if line.isBlank, begins, indent == nil || indent == line.indent(at: at) {
                    if list != .none { list = .afterComma }
                    state = .between
                    return
                }
                line.isBlank = false
            }
            at += 1
        }
    }
}

// MARK: - The end of a value

extension ValueScanner {
    mutating func end(_ piece: UnsafeBufferPointer<UInt8>, _ at: Int) {
        keep(piece, upTo: at)
        if !isTooLong { found.append(.value(pending, at: valueAt)) }
        // The value has this storage now; a new one of its size would give each small value as much.
        pending = []
        if list != .none { list = .afterValue }
        state = .between
    }

    private mutating func keep(_ piece: UnsafeBufferPointer<UInt8>, upTo at: Int) {
        if !isTooLong, pending.count + at - start > lengthBytesMax {
            isTooLong = true
            pending.removeAll()
            found.append(.tooLong(bytesMax: lengthBytesMax, at: valueAt))
        }
        if !isTooLong { pending += piece[start..<at] }
        start = at
    }
}
