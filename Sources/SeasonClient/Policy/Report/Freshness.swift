import BundleFormat

/// Whether what is served may still be what is published.
package enum Freshness: Equatable, Sendable {
    /// The repository, or a copy of it, was read not long ago.
    case fresh
    /// No repository is configured: there are only the bundles inside the program.
    case unconfigured
    /// When the repository was last read: the report is lost, or was written while a clock was ahead.
    case unknown
    /// The repository could not be read for too long; with the time since when, or nil if it was never read.
    case stale(sinceUnixSeconds: Int64?)
    /// The metadata of the repository has expired.
    case expired(sinceUnixSeconds: Int64)
    /// Something that must be served is not there or not whole, or no poll can write; with sentences that say why.
    case broken([String])

    /// A copy counts from the time of `poll --from`, because its age at that time is not known; it had not expired.
    package init(
        _ lastPoll: PollReport?, repository: String?, wasReached: Bool = false,
        staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) {
        guard let lastPoll else {
            let never = wasReached ? Freshness.unknown : .stale(sinceUnixSeconds: nil)
            self = repository == nil ? .unconfigured : never
            return
        }
        let followed = repository ?? lastPoll.repository
        let heard = lastPoll.heard(of: followed)
        let past = heard.filter { !StoredTime.isAhead($0, nowUnixSeconds: nowUnixSeconds) }.max()
        if lastPoll.outcome == .embeddedOnly, lastPoll.lastCopy == nil, repository == nil {
            self = .unconfigured
        } else if let expires = lastPoll.expiresUnixSeconds, expires <= nowUnixSeconds {
            self = .expired(sinceUnixSeconds: expires)
        } else if let past, nowUnixSeconds &- past <= staleAfterSeconds {
            self = .fresh
        } else if let past, past == heard.max() {
            self = .stale(sinceUnixSeconds: past)
        } else {
            let wasHeard = !heard.isEmpty || lastPoll.contact(with: followed).wasReached
            self = wasHeard ? .unknown : .stale(sinceUnixSeconds: nil)
        }
    }

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

    package var sinceUnixSeconds: Int64? {
        switch self {
        case .stale(let since): since
        case .expired(let since): since
        case .fresh, .unconfigured, .unknown, .broken: nil
        }
    }

    /// How serious it is by its word; nil for a word that `status` never prints.
    package static func severity(ofWord word: String) -> Severity? {
        let all: [Freshness] = [
            .fresh, .unconfigured, .unknown, .stale(sinceUnixSeconds: nil),
            .expired(sinceUnixSeconds: 0), .broken([]),
        ]
        return all.first { $0.word == word }?.severity
    }

    /// How serious it is; monitoring reads it as the exit status of `status`.
    package var severity: Severity {
        switch self {
        case .fresh, .unconfigured: .harmless
        case .unknown, .stale, .expired: .failed
        case .broken: .broken
        }
    }
}
