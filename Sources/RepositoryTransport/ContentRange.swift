/// The part of a file that an answer contains: `bytes 5-9/10` (RFC 9110 §14.4).
struct ContentRange: Equatable {
    let first: Int
    let last: Int
    /// The whole file's length; nil if the server does not know it.
    let total: Int?

    /// Reads the header's value; nil if it is not a range of bytes.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = Self.number(ends[0]),
            let last = Self.number(ends[1]), first <= last
        else { return nil }
        let total = Self.number(parts[1])
        guard parts[1] == "*" || total != nil else { return nil }
        (self.first, self.last, self.total) = (first, last, total)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
