import TUF

/// The header lines of a request that depend on the bytes that we have (RFC 9110 §13, §14).
enum ConditionalHeaders {
    /// Asks for the rest of a file, or whether our copy is still current.
    static func lines(_ request: FetchRequest) -> [String] {
        if request.offset > 0 { return ResumeHeaders.lines(request) ?? [] }
        var lines: [String] = []
        if let tag = request.validator?.entityTag { lines.append("If-None-Match: \(tag)") }
        if let date = request.validator?.lastModified { lines.append("If-Modified-Since: \(date)") }
        return lines.filter(isOneLine)
    }

    /// A validator came from outside; a line break in it would start another header.
    static func isOneLine(_ line: String) -> Bool {
        line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
