/// The requests that an author makes by pressing a key.
enum PreviewKey: Equatable {
    case quit, next, previous
    /// Lines down; up where negative.
    case scroll(Int)
    case top

    /// Reads keys from what a terminal sent.
    ///
    /// - Returns: the keys; unknown bytes are skipped.
    static func keys(in bytes: [UInt8], rows: Int) -> [PreviewKey] {
        var keys: [PreviewKey] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            // Control-C and Control-D too: the terminal is raw.
            case UInt8(ascii: "q"), 3, 4: keys.append(.quit)
            case UInt8(ascii: "n"), 9: keys.append(.next)
            case UInt8(ascii: "p"): keys.append(.previous)
            case UInt8(ascii: "j"): keys.append(.scroll(1))
            case UInt8(ascii: "k"): keys.append(.scroll(-1))
            case UInt8(ascii: " "): keys.append(.scroll(rows))
            case UInt8(ascii: "g"): keys.append(.top)
            case 0x1B:
                // `ESC [ A` and `ESC O A`, `ESC [ 5 ~`.
                guard let bracket = rest.first, bracket == 0x5B || bracket == 0x4F else { continue }
                rest.removeFirst()
                let digits = rest.prefix { (0x30...0x3B).contains($0) }
                rest = rest.dropFirst(digits.count)
                guard let final = rest.popFirst() else { continue }
                if let key = arrow(final, String(decoding: digits, as: UTF8.self), rows: rows) {
                    keys.append(key)
                }
            default: break
            }
        }
        return keys
    }

    private static func arrow(_ final: UInt8, _ digits: String, rows: Int) -> PreviewKey? {
        switch (final, digits) {
        case (UInt8(ascii: "A"), _): .scroll(-1)
        case (UInt8(ascii: "B"), _): .scroll(1)
        case (UInt8(ascii: "C"), _): .next
        case (UInt8(ascii: "D"), _): .previous
        case (UInt8(ascii: "~"), "5"): .scroll(-rows)
        case (UInt8(ascii: "~"), "6"): .scroll(rows)
        default: nil
        }
    }
}
