import BundleFormat
import TUF

/// What is live in a published directory, and when its signatures expire.
package struct RepositoryStatus {
    /// One role.
    package struct Role: Equatable {
        package let role: TopLevelRole
        package let version: Int64
        package let expires: UTCTime
        /// Whole days left; negative once it has expired.
        package let daysLeft: Int64
        package let keys: Int
        package let threshold: Int
        /// Why somebody should look after the role; nil while there is time.
        package let warning: Warning?
    }

    /// Why somebody should look after a role.
    package enum Warning: Equatable {
        /// Agents have stopped updating.
        case expired(UTCTime)
        /// Few days are left to find the people who hold root keys.
        case rootEnds(daysLeft: Int64)
        /// Less than a quarter of its life is left: nobody runs `refresh`.
        case late
    }

    package let roles: [Role]
    /// The live seasons, by year.
    package let seasons: [PublishedBundle]
    /// The contents that are recalled, and the years that are withdrawn.
    package let recalls: RecallList
    /// The decisions of the checkout, newest first; none without a home.
    package let decisions: [ExplainedDecision]
    /// When the targets were signed.
    package let targetsSigned: UTCTime?
    /// Whole days since then.
    package let targetsAgeDays: Int64?

    /// The days that are needed to find the people who hold root keys.
    package static let rootMarginDays: Int64 = 90

    /// Computes the status.
    package init(
        report: RefreshReport, bundles: [BundleYear: PublishedBundle], recalls: RecallList,
        decisions: [ExplainedDecision], now: UTCTime
    ) {
        (self.recalls, self.decisions) = (recalls, decisions)
        roles = report.roles.map { Self.role($0, now: now) }
        targetsSigned = report.status(of: .targets).map { UTCTime(unixSeconds: $0.version) }
        targetsAgeDays = targetsSigned.map {
            max(0, (now.unixSeconds - $0.unixSeconds) / 86_400)
        }
        seasons = bundles.sorted { $0.key < $1.key }.map(\.value)
    }

    /// True if no role needs attention.
    package var isWell: Bool { roles.allSatisfy { $0.warning == nil } }

    private static func role(_ status: RoleStatus, now: UTCTime) -> Role {
        let secondsLeft = status.expires.unixSeconds - now.unixSeconds
        let days = (Double(secondsLeft) / 86_400).rounded(.down)
        var warning: Warning?
        if secondsLeft <= 0 {
            warning = .expired(status.expires)
        } else if status.role == .root {
            if Int64(days) < rootMarginDays { warning = .rootEnds(daysLeft: Int64(days)) }
        } else if SignedRole(version: status.version, expires: status.expires)
            .hasLess(than: 0.25, at: now)
        {
            warning = .late
        }
        return Role(
            role: status.role, version: status.version, expires: status.expires,
            daysLeft: Int64(days), keys: status.keyIDs.count, threshold: status.threshold,
            warning: warning)
    }
}
