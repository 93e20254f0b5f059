import BundleFormat
import SeasonAuthoring
import TUF

/// What is live in a published directory, and when its signatures expire.
package struct RepositoryStatus {
    /// One role's signature, and how long it is still good for.
    package struct Role: Equatable {
        package let role: TopLevelRole
        package let version: Int64
        package let expires: UTCTime
        /// Whole days left; negative once it has expired.
        package let daysLeft: Int64
        package let keys: Int
        package let threshold: Int
        /// What to do about the role; nil while there is time.
        package let warning: Advice?
    }

    package let roles: [Role]
    package let seasons: [PublishedBundle]
    package let recalls: RecallList
    /// The decisions of the checkout, newest first; none without a home.
    package let decisions: [ExplainedDecision]
    package let targetsSigned: UTCTime?
    package let targetsAgeDays: Int64?

    /// The days that are needed to find the people who hold root keys.
    private static let rootMarginDays: Int64 = 90

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

    package var isWell: Bool { roles.allSatisfy { $0.warning == nil } }

    private static func role(_ status: RoleStatus, now: UTCTime) -> Role {
        let secondsLeft = status.expires.unixSeconds - now.unixSeconds
        let days = Int64((Double(secondsLeft) / 86_400).rounded(.down))
        let signed = SignedRole(version: status.version, expires: status.expires)
        var warning: Advice?
        if secondsLeft <= 0 {
            warning = "expired at \(status.expires): agents have stopped updating"
        } else if status.role == .root, days < rootMarginDays {
            warning =
                "expected \(rootMarginDays) days left, found \(days): "
                + "renew it with \(.keys("renew-root"))"
        } else if status.role != .root, signed.hasLess(than: 0.25, at: now) {
            warning = "less than a quarter of its life left: is refresh still run regularly?"
        }
        return Role(
            role: status.role, version: status.version, expires: status.expires, daysLeft: days,
            keys: status.keyIDs.count, threshold: status.threshold, warning: warning)
    }
}
