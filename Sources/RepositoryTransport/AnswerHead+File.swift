import TUF
import WebTransport

extension AnswerHead {
    /// The file's validators; nil if the server sent none.
    var fileValidator: Validator? {
        let validator = Validator(
            entityTag: value("etag"), lastModified: value("last-modified"))
        return validator == Validator() ? nil : validator
    }

    /// What is wrong with an answer from another host than the repository's; nil if nothing is.
    func foreign(to origin: String?) -> String? {
        guard value("content-type")?.lowercased().hasPrefix("text/html") == true else { return nil }
        let elsewhere = redirects.compactMap { try? WebAddress($0).origin }
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
        guard let tag = request.validator?.entityTag, ResumeHeaders.isStrong(tag),
            let found = value("etag")
        else { return true }
        return found == tag
    }
}
