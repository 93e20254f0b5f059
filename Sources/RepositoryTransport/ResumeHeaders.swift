import TUF

/// The header lines that continue an interrupted download: `If-Range` decides whether the server may send
/// the rest (RFC 9110 §13.1.5, §14.2).
enum ResumeHeaders {
    /// Asks for the rest if the file is still the same; nil if no validator can tell that.
    ///
    /// A request for a whole file has no such lines.
    static func lines(_ request: FetchRequest) -> [String]? {
        guard request.offset > 0 else { return [] }
        // Weak tags mean equal content, not equal bytes (RFC 9110 §13.1.5).
        let tag = request.validator?.entityTag.flatMap { isStrong($0) ? $0 : nil }
        guard let mark = tag ?? request.validator?.lastModified, isOneLine(mark)
        else { return nil }
        return ["Range: bytes=\(request.offset)-", "If-Range: \(mark)"]
    }

    /// Whether an entity tag guarantees equal bytes.
    static func isStrong(_ tag: String) -> Bool { tag.hasPrefix("\"") }

    /// A validator came from outside; a line break in it would start another header.
    private static func isOneLine(_ line: String) -> Bool {
        line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
