/// The head of an answer, gathered line by line as libcurl hands it over.
struct AnswerHead {
    private(set) var headers: [WebAnswer.Header] = []
    private(set) var redirects: [String] = []
    private var isRedirect = false

    /// How the server marked the file.
    var validator: (entityTag: String?, lastModified: String?) {
        (value("etag"), value("last-modified"))
    }

    /// Takes one line, line break included; a redirect's lines come before the last answer's.
    mutating func take(_ line: String) {
        if line.hasPrefix("HTTP/") {
            if isRedirect, let location = value("location") { redirects.append(location) }
            isRedirect = line.split(separator: " ").dropFirst().first?.hasPrefix("3") == true
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            headers.append(
                WebAnswer.Header(
                    line[..<colon].lowercased(),
                    line[line.index(after: colon)...].trimmingSpace))
        }
    }

    /// Where the last answer leads: a redirect that was not followed.
    var finalRedirect: String? { isRedirect ? value("location") : nil }

    private func value(_ name: String) -> String? { headers.last { $0.name == name }?.value }
}

extension Substring {
    /// Without the white space around a header's value (RFC 9110 §5.5).
    fileprivate var trimmingSpace: String {
        var text = self
        while let first = text.unicodeScalars.first, first.value <= 0x20 {
            text.unicodeScalars.removeFirst()
        }
        while let last = text.unicodeScalars.last, last.value <= 0x20 {
            text.unicodeScalars.removeLast()
        }
        return String(text)
    }
}
