import TUF

/// The header lines that continue an interrupted download: `If-Range` decides whether the server may send
/// the rest (RFC 9110 §13.1.5, §14.2).
enum ResumeHeaders {
    /// Asks for the rest if the file is still the same; nil if no validator can tell that.
    static func lines(_ request: FetchRequest) -> [String]? {
        // Weak tags mean equal content, not equal bytes (RFC 9110 §13.1.5).
        let tag = request.validator?.entityTag.flatMap { isStrong($0) ? $0 : nil }
        guard let mark = tag ?? request.validator?.lastModified, ConditionalHeaders.isOneLine(mark)
        else { return nil }
        return ["Range: bytes=\(request.offset)-", "If-Range: \(mark)"]
    }

    /// Whether an entity tag guarantees equal bytes.
    static func isStrong(_ tag: String) -> Bool { tag.hasPrefix("\"") }
}
