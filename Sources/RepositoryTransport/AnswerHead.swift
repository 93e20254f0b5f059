import TUF

/// The head of an answer, gathered from the lines that libcurl gives.
struct AnswerHead {
    private(set) var headers: [WebAnswer.Header] = []
    private(set) var redirects: [String] = []
    private var isRedirect = false

    /// The file's validators; nil if the server sent none.
    var fileValidator: Validator? {
        let validator = Validator(
            entityTag: value("etag"), lastModified: value("last-modified"))
        return validator == Validator() ? nil : validator
    }

    /// A coding of the body, which makes its bytes differ from the file's (RFC 9110 §8.4).
    var coding: String? {
        value("content-encoding").flatMap { $0.lowercased() == "identity" ? nil : $0 }
    }

    /// What is wrong with an answer from another host than the repository's; nil if nothing is.
    ///
    /// - Parameter origin: scheme, host and port of the repository.
    /// - Returns: the sentence.
    func foreign(to origin: String?) -> String? {
        guard value("content-type")?.lowercased().hasPrefix("text/html") == true else { return nil }
        let elsewhere = redirects.compactMap { try? RepositoryAddress($0).origin }
        guard let other = elsewhere.first(where: { $0 != origin }) else { return nil }
        return "expected a file of the repository, found that \(other) answers with a web page"
    }

    /// Whether the body is the rest of the file, from `offset` to its end.
    func isPart(from offset: Int, of request: FetchRequest) -> Bool {
        guard let range = value("content-range").flatMap({ ContentRange($0) }),
            range.first == offset, range.last < request.lengthBytesMax,
            range.total ?? range.last + 1 == range.last + 1
        else { return false }
        // The state that the part belongs to, if the server names it again.
        guard let tag = request.validator?.entityTag, Conditions.isStrong(tag),
            let found = value("etag")
        else { return true }
        return found == tag
    }

    /// Reads one line, line break included; the lines of a redirect come before those of the last
    /// answer.
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

    /// The address of a redirect that was not followed.
    var finalRedirect: String? { isRedirect ? value("location") : nil }

    private func value(_ name: String) -> String? { headers.last { $0.name == name }?.value }
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
