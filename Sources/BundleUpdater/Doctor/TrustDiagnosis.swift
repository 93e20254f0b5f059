import Files
import SeasonClient
import TUF

/// Whether the root metadata is valid, and what it makes trusted.
package enum TrustDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// No repository is configured.
    case noRepository
    /// One is configured, but not all that it needs can be read, so it is not asked.
    case notAsked

    // The root metadata.
    /// The state folder does not let itself be read.
    case unreadable(UpdateError)
    case untrusted(UpdateError)
    case noRoot
    case rootExpired(version: Int64, at: UTCTime)
    case rootExpiresSoon(version: Int64, at: UTCTime)
    case rootValid(version: Int64, until: UTCTime)

    // What was stored of the repository.
    case metadataValid(until: UTCTime)
    case metadataExpired(at: UTCTime)
    /// A file cannot be read, so it counts as gone.
    case metadataUnreadable(FileError)

    // What the repository answers.
    case answers(repository: String, seasons: Int)
    /// A poll would be refused; `isKnown` tells whether this machine has verified the repository before.
    case fails(repository: String, AgentError, isKnown: Bool)

    package var check: Diagnosis.Check {
        switch self {
        case .noRepository, .notAsked, .answers, .fails: .repository
        case .unreadable, .untrusted, .noRoot, .rootExpired, .rootExpiresSoon, .rootValid: .root
        case .metadataValid, .metadataExpired, .metadataUnreadable: .metadata
        }
    }

    package var level: Diagnosis.Level {
        switch self {
        case .rootValid, .metadataValid, .answers: .ok
        case .noRepository, .notAsked: .note
        case .rootExpiresSoon, .metadataUnreadable: .warning
        case .unreadable, .untrusted, .noRoot, .rootExpired, .metadataExpired, .fails: .problem
        }
    }
}

extension TrustDiagnosis {
    /// If a root expires earlier, its owners should sign another one in time.
    private static let rootWarningSeconds: Int64 = 90 * 86_400

    /// Decides from the error of reading the stored metadata.
    init(_ error: UpdateError) {
        if case .store = error { self = .unreadable(error) } else { self = .untrusted(error) }
    }

    /// Decides from what is trusted without network.
    static func stored(_ trusted: RefreshReport, now: UTCTime) -> [Self] {
        [root(trusted, now: now)]
            + [trusted.status(of: .timestamp)].compactMap { $0 }.map { timestamp in
                timestamp.isExpired
                    ? .metadataExpired(at: timestamp.expires)
                    : .metadataValid(until: timestamp.expires)
            }
    }

    private static func root(_ trusted: RefreshReport, now: UTCTime) -> Self {
        guard let root = trusted.status(of: .root) else { return .noRoot }
        if root.isExpired { return .rootExpired(version: root.version, at: root.expires) }
        return root.expires > now.advanced(bySeconds: rootWarningSeconds)
            ? .rootValid(version: root.version, until: root.expires)
            : .rootExpiresSoon(version: root.version, at: root.expires)
    }
}
