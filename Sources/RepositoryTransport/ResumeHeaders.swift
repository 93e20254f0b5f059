import TUF

/// The header lines that continue an interrupted download: `If-Range` decides whether the server may send
/// the rest (RFC 9110 §13.1.5, §14.2).
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
