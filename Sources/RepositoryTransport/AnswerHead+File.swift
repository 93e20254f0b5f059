import TUF
import WebTransport

extension AnswerHead {
    /// The file's validators; nil if the server sent none.
    var fileValidator: Validator? {
        let validator = Validator(entityTag: value("etag"), lastModified: value("last-modified"))
        return validator == Validator() ? nil : validator
    }

    /// The answer as the rules for files see it.
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
