import TUF
import WebTransport

extension AnswerHead {
    var fileValidator: Validator? {
        let validator = Validator(entityTag: value("etag"), lastModified: value("last-modified"))
        return validator == Validator() ? nil : validator
    }

    func fileAnswer(_ status: Int, to origin: String?) -> FileAnswer {
        let elsewhere = redirects.lazy.compactMap { try? WebAddress($0).origin }
        return FileAnswer(
            status: status, asked: origin, found: elsewhere.first { $0 != origin }
        ) { name in
            // Codings are a list, which may have several lines (RFC 9110 §5.3).
            name == "content-encoding"
                ? headers.filter { $0.name == name }.map(\.value).joined(separator: ", ")
                : value(name)
        }
    }

    /// Whether the body is the rest of the file, from `offset` to its end.
    func isPart(from offset: Int, of request: FetchRequest) -> Bool {
        guard let range = value("content-range").flatMap({ ContentRange($0) }),
            range.first == offset, range.last < request.lengthBytesMax,
            range.total ?? range.last + 1 == range.last + 1
        else { return false }
        // The state that the part belongs to, if the server names it again.
        guard let tag = request.validator?.entityTag, ResumeHeaders.isStrong(tag),
            let found = value("etag")
        else { return true }
        return found == tag
    }
}

/// The part of a file that an answer contains: `bytes 5-9/10` (RFC 9110 §14.4).
struct ContentRange: Equatable {
    let first: Int
    let last: Int
    /// The whole file's length; nil if the server does not know it.
    let total: Int?

    /// Nil if the header's value is not a range of bytes.
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
        text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }
}

/// `If-Range` decides whether the server may send the rest of a file (RFC 9110 §13.1.5, §14.2).
enum ResumeHeaders {
    /// Asks for the rest, if the file is still the same; none for a whole file.
    static func lines(_ request: FetchRequest) -> [String] {
        guard request.offset > 0, let mark = mark(request) else { return [] }
        return ["Range: bytes=\(request.offset)-", "If-Range: \(mark)"]
    }

    /// What tells whether the file is still the same; nil if nothing can.
    static func mark(_ request: FetchRequest) -> String? {
        // Weak tags mean equal content, not equal bytes (RFC 9110 §13.1.5).
        let tag = request.validator?.entityTag.flatMap { isStrong($0) ? $0 : nil }
        return (tag ?? request.validator?.lastModified).flatMap { isOneLine($0) ? $0 : nil }
    }

    /// Whether an entity tag guarantees equal bytes.
    static func isStrong(_ tag: String) -> Bool { tag.hasPrefix("\"") }

    /// A validator came from outside; a line break in it would start another header.
    private static func isOneLine(_ line: String) -> Bool {
        line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
