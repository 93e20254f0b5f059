import TUF

/// The head of an answer, gathered line by line as libcurl hands it over.
struct AnswerHead {
    private(set) var headers: [WebAnswer.Header] = []
    private(set) var redirects: [String] = []
    private var isRedirect = false

    /// How the server marked the file; nil if it did not.
    var fileValidator: Validator? {
        let validator = Validator(
            entityTag: value("etag"), lastModified: value("last-modified"))
        return validator == Validator() ? nil : validator
    }

    /// A coding of the body that makes it other bytes than the file's (RFC 9110 §8.4).
    var coding: String? {
        value("content-encoding").flatMap { $0.lowercased() == "identity" ? nil : $0 }
    }

    /// What is wrong with an answer that another host than the repository's gave; nil if nothing
    /// is.
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
        // The state that the part here belongs to, where the server names it again.
        guard let tag = request.validator?.entityTag, Conditions.isStrong(tag),
            let found = value("etag")
        else { return true }
        return found == tag
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
