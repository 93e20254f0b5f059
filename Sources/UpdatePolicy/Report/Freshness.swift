/// How much what is served can be relied on to be what is published.
package enum Freshness: Equatable, Sendable {
    /// The repository's word was had not long ago.
    case fresh
    /// No repository is configured: the bundles inside the program are all there is.
    case unconfigured
    /// When the repository was last heard cannot be known: the report is lost, or a clock was ahead when it
    /// was written.
    case unknown
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
    ///   - isConfigured: whether a repository is configured now.
    ///   - wasReached: whether the repository has ever answered.
    ///   - staleAfterSeconds: without any word until what is served counts as stale.
    ///   - nowUnixSeconds: the time.
    package init(
        _ lastPoll: PollReport?, isConfigured: Bool, wasReached: Bool = false,
        staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) {
        guard let lastPoll else {
            let never = wasReached ? Freshness.unknown : .stale(sinceUnixSeconds: nil)
            self = isConfigured ? never : .unconfigured
            return
        }
        let heard = [lastPoll.lastSuccessUnixSeconds, lastPoll.lastCopy?.atUnixSeconds]
            .compactMap { $0 }
        let past = heard.filter { !Clock.isAhead($0, nowUnixSeconds: nowUnixSeconds) }.max()
        if lastPoll.outcome == .embeddedOnly, lastPoll.lastCopy == nil, !isConfigured {
            self = .unconfigured
        } else if let expires = lastPoll.expiresUnixSeconds, expires <= nowUnixSeconds {
            self = .expired(sinceUnixSeconds: expires)
        } else if let past, nowUnixSeconds &- past <= staleAfterSeconds {
            self = .fresh
        } else if let past, past == heard.max() {
            self = .stale(sinceUnixSeconds: past)
        } else {
            // Metadata that expires was had once, whatever else is known.
            let wasHeard = !heard.isEmpty || lastPoll.expiresUnixSeconds != nil
            self = wasHeard ? .unknown : .stale(sinceUnixSeconds: nil)
        }
    }

    /// The word in `status --json`.
    package var word: String {
        switch self {
        case .fresh: "fresh"
        case .unconfigured: "unconfigured"
        case .unknown: "unknown"
        case .stale: "stale"
        case .expired: "expired"
        case .broken: "broken"
        }
    }

    /// Since when it is stale or expired; nil where that is not known.
    package var sinceUnixSeconds: Int64? {
        switch self {
        case .stale(let since): since
        case .expired(let since): since
        case .fresh, .unconfigured, .unknown, .broken: nil
        }
    }

    /// The exit status of `status`, as monitoring reads it: 0 fresh, 1 stale or unknown, 2 broken.
    package var exitStatus: Int32 {
        switch self {
        case .fresh, .unconfigured: 0
        case .unknown, .stale, .expired: 1
        case .broken: 2
        }
    }
}
