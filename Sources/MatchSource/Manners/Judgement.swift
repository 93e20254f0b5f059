import HTTPRules
import MatchKeys
import WebTransport

/// The result of one attempt.
enum Judgement: Equatable {
    /// A new body came.
    case fresh(entityTag: String?, freshSeconds: Int64)
    /// The stored body is still current.
    case unchanged(freshSeconds: Int64?)
    /// The server says that it does not have the resource.
    case absent
    /// The server does not accept the key.
    case keyRefused
    /// Any other trouble; with whether to try again, and the wait that the server asks for.
    case trouble(SourceTrouble, canRetry: Bool, retryAfterSeconds: Int = 0)

    /// Decides from an answer.
    ///
    /// - Parameters:
    ///   - hasStored: whether the request named the entity tag of a stored body.
    init(_ answer: WebAnswer, of resource: Resource, hasStored: Bool) {
        switch answer.status {
        case 200:
            if let problem = AnswerForm.problem(answer.body, of: resource) {
                self = .trouble(.strange(problem), canRetry: false)
            } else {
                self = .fresh(
                    entityTag: Self.entityTag(answer),
                    freshSeconds: Self.maxAge(answer) ?? SourceLimits.freshSeconds)
            }
        // A bare 304 says nothing more; then the stored times stay.
        case 304 where hasStored: self = .unchanged(freshSeconds: Self.maxAge(answer))
        case 300..<400:
            let target = ShownAddress.text(answer.redirects.last ?? "")
            self = .trouble(
                .strange(target.isEmpty ? "it redirects elsewhere" : "it redirects to \(target)"),
                canRetry: false)
        case 401 where AnswerForm.isError(answer.body): self = .keyRefused
        case 404 where AnswerForm.isError(answer.body): self = .absent
        case 401, 404:
            self = .trouble(
                .strange("status \(answer.status), but not in the API's form"), canRetry: false)
        case let status where TemporaryStatus.all.contains(status):
            let seconds =
                TemporaryStatus.seconds(
                    retryAfter: answer.header("retry-after"), date: answer.header("date")) ?? 0
            self = .trouble(
                seconds > SourceLimits.retryAfterSecondsMax
                    ? .wait(seconds: seconds) : .status(answer.status),
                canRetry: true, retryAfterSeconds: seconds)
        default: self = .trouble(.status(answer.status), canRetry: false)
        }
    }

    /// Decides from an attempt without an answer; nil if no further attempt would help.
    init?(_ error: WebError) {
        guard case .unreachable(let problem) = error else { return nil }
        self = .trouble(.unreachable(problem), canRetry: true)
    }

    /// A tag that may stand in a header line.
    private static func entityTag(_ answer: WebAnswer) -> String? {
        answer.header("etag").flatMap { tag in
            let isUsable =
                (1...SourceLimits.entityTagBytesMax).contains(tag.utf8.count)
                && tag.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isUsable ? tag : nil
        }
    }

    /// `max-age` of Cache-Control (RFC 9111 §5.2); nil if the server does not say.
    private static func maxAge(_ answer: WebAnswer) -> Int64? {
        guard let text = answer.header("cache-control")?.lowercased() else { return nil }
        for directive in text.split(whereSeparator: { $0 == "," || $0 == " " })
        where directive.hasPrefix("max-age=") {
            let digits = directive.dropFirst("max-age=".count)
            guard digits.utf8.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let seconds = Int64(digits)
            else { return nil }
            return min(seconds, SourceLimits.freshSecondsMax)
        }
        return nil
    }
}
