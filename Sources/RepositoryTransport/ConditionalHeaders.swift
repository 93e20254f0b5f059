import TUF

/// The header lines of a request that depend on the bytes that we have (RFC 9110 §13, §14).
enum ConditionalHeaders {
    /// Asks for the rest of a file, or whether our copy is still current.
    static func lines(_ request: FetchRequest) -> [String] {
        if request.offset > 0 { return resumeLines(request) ?? [] }
        var lines: [String] = []
        if let tag = request.validator?.entityTag { lines.append("If-None-Match: \(tag)") }
        if let date = request.validator?.lastModified { lines.append("If-Modified-Since: \(date)") }
        return lines.filter(isOneLine)
    }

    /// Asks for the rest if the file is still the same; nil if no validator can tell that.
    static func resumeLines(_ request: FetchRequest) -> [String]? {
        // Weak tags mean equal content, not equal bytes (RFC 9110 §13.1.5).
        let tag = request.validator?.entityTag.flatMap { isStrong($0) ? $0 : nil }
        guard let mark = tag ?? request.validator?.lastModified, isOneLine(mark) else { return nil }
        return ["Range: bytes=\(request.offset)-", "If-Range: \(mark)"]
    }

    /// Whether an entity tag guarantees equal bytes.
    static func isStrong(_ tag: String) -> Bool { tag.hasPrefix("\"") }

    /// A validator came from outside; a line break in it would start another header.
    private static func isOneLine(_ line: String) -> Bool {
        line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

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
