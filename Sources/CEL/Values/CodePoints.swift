// Texts are compared by their UTF-8, whose order is that of the code points. Swift's own operators
// treat equivalent spellings as equal, and look for whole characters, which a mark behind a sign would hide.
extension String {
    func precedesByCodePoint(_ other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                for at in 0..<min(left.count, right.count) where left[at] != right[at] {
                    return left[at] < right[at]
                }
                return left.count < right.count
            }
        }
    }

    private func has(_ part: String, at start: Int) -> Bool {
        guard start >= 0, start + part.utf8.count <= utf8.count else { return false }
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                for at in 0..<part.count where text[start + at] != part[at] { return false }
                return true
            }
        }
    }

    package func hasStart(_ start: String) -> Bool {
        has(start, at: 0)
    }

    package func hasEnd(_ end: String) -> Bool {
        has(end, at: utf8.count - end.utf8.count)
    }

    /// The pieces between a sign of ASCII.
    package func pieces(between sign: Unicode.Scalar, omittingEmpty: Bool = true) -> [String] {
        utf8.split(separator: UInt8(ascii: sign), omittingEmptySubsequences: omittingEmpty)
            .map { String(Substring($0)) }
    }

    package func shortened(to count: Int) -> String {
        String(unicodeScalars.prefix(count))
    }
}
