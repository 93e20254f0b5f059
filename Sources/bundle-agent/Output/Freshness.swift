/// How much what is served can be relied on to be what is published.
enum Freshness: Equatable, Sendable {
    /// The repository's word was had not long ago.
    case fresh
    /// No repository is configured: the bundles inside the program are all there is.
    case unconfigured
    /// Nothing was heard for too long; since when, or nil where nothing ever was.
    case stale(sinceUnixSeconds: Int64?)
    /// The repository's last word has run out.
    case expired(sinceUnixSeconds: Int64)
    /// What ought to be served is not there, whole; the sentence says what.
    case broken(String)

    /// Judges what the last poll has left.
    ///
    /// A copy's word counts from when it was taken: how old it was then nobody can tell, but that it had
    /// not run out.
    ///
    /// - Parameters:
    ///   - lastPoll: the last poll's report.
    ///   - staleAfterSeconds: without any word until what is served counts as stale.
    ///   - nowUnixSeconds: the time.
    init(_ lastPoll: PollReport?, staleAfterSeconds: Int64, nowUnixSeconds: Int64) {
        guard let lastPoll else {
            self = .stale(sinceUnixSeconds: nil)
            return
        }
        if lastPoll.outcome == .embeddedOnly, lastPoll.lastCopy == nil {
            self = .unconfigured
        } else if let expires = lastPoll.expiresUnixSeconds, expires <= nowUnixSeconds {
            self = .expired(sinceUnixSeconds: expires)
        } else if let heard = [lastPoll.lastSuccessUnixSeconds, lastPoll.lastCopy?.atUnixSeconds]
            .compactMap({ $0 }).max(), nowUnixSeconds &- heard <= staleAfterSeconds
        {
            self = .fresh
        } else {
            self = .stale(
                sinceUnixSeconds: [
                    lastPoll.lastSuccessUnixSeconds, lastPoll.lastCopy?.atUnixSeconds,
                ].compactMap { $0 }.max())
        }
    }

    /// The word in `status --json`.
    var word: String {
        switch self {
        case .fresh: "fresh"
        case .unconfigured: "unconfigured"
        case .stale: "stale"
        case .expired: "expired"
        case .broken: "broken"
        }
    }

    /// Since when it is stale or expired; nil where that is not known.
    var sinceUnixSeconds: Int64? {
        switch self {
        case .stale(let since): since
        case .expired(let since): since
        case .fresh, .unconfigured, .broken: nil
        }
    }

    /// The exit status of `status`, as monitoring reads it: 0 fresh, 1 stale, 2 broken.
    var exitStatus: Int32 {
        switch self {
        case .fresh, .unconfigured: 0
        case .stale, .expired: 1
        case .broken: 2
        }
    }
}
