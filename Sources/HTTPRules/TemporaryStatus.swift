import UTC

/// The statuses after which the same request may succeed a moment later.
///
/// The Blue Alliance's API and object stores are asked again at once. A repository's files are not: another mirror or the next
/// poll asks for them, whatever failed.
package enum TemporaryStatus {
    /// Of each server, and of a proxy before it: too slow (408), too early (425), too many requests (429), its own trouble (5xx).
    package static let all = [408, 425, 429, 500, 502, 503, 504]
    /// Of an object store also 409, which AWS answers if two requests with a condition come at once.
    package static let ofObjectStores = all + [409]

    /// How long a server asks to wait, in seconds from 0; nil if it does not say (RFC 9110 §10.2.3).
    ///
    /// A date counts from the answer's own `Date`. This machine's clock may be wrong by hours, and so would the
    /// pause be. A date in an answer without `Date` says nothing.
    ///
    /// - Parameters:
    ///   - retryAfter: the value of `Retry-After`; nil or empty if there is none.
    ///   - date: the value of `Date`.
    package static func seconds(retryAfter: String?, date: String?) -> Int? {
        guard let retryAfter else { return nil }
        if HTTPDate.isNumber(retryAfter) { return Int(retryAfter) ?? .max }
        guard let end = HTTPDate.time(retryAfter), let sent = date.flatMap(HTTPDate.time) else {
            return nil
        }
        return Int(clamping: max(0, end.unixSeconds - sent.unixSeconds))
    }
}
