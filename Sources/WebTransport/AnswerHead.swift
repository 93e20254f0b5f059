/// The head of an answer, gathered from the lines that libcurl gives.
package struct AnswerHead {
    package private(set) var headers: [WebAnswer.Header] = []
    package private(set) var redirects: [String] = []
    private var isRedirect = false

    /// Reads one line, line break included; the lines of a redirect come before those of the last answer.
    package mutating func add(_ line: String) {
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

    /// The address of a redirect that was not followed.
    package var finalRedirect: String? { isRedirect ? value("location") : nil }

    package func value(_ name: String) -> String? { headers.last { $0.name == name }?.value }

    package init() {}
}

extension Substring {
    /// A header's value without the white space around it (RFC 9110 §5.5).
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
