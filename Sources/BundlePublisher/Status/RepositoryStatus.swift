import BundleFormat
import SeasonAuthoring
import TUF

/// The live state of a published directory, and when its signatures expire.
package struct RepositoryStatus {
    /// One role's signature, and how long it is still good for.
    package struct Role: Equatable {
        package let signed: RoleStatus
        /// Whole days left; negative once it has expired.
        package let daysLeft: Int64
        /// What to do about the role; nil while there is time.
        package let warning: Advice?
    }

    package let roles: [Role]
    package let live: LiveState
    /// The decisions of the checkout, newest first; none without a home.
    package let decisions: [ExplainedDecision]
    package let targetsAgeDays: Int64

    /// The days that are needed to find the people who hold root keys.
    private static let rootMarginDays: Int64 = 90

    package init(_ live: LiveState, decisions: [ExplainedDecision], now: UTCTime) {
        (self.live, self.decisions) = (live, decisions)
        roles = live.report.roles.map { Self.role($0, now: now) }
        targetsAgeDays = max(0, (now.unixSeconds - live.version) / 86_400)
    }

    package var seasons: [PublishedBundle] { live.bundles.inOrder.map(\.value) }

    package var isWell: Bool { roles.allSatisfy { $0.warning == nil } }

    private static func role(_ status: RoleStatus, now: UTCTime) -> Role {
        let secondsLeft = status.expires.unixSeconds - now.unixSeconds
        let days = Int64((Double(secondsLeft) / 86_400).rounded(.down))
        var warning: Advice?
        if secondsLeft <= 0 {
            warning = "expired at \(status.expires): agents have stopped updating"
        } else if status.role == .root, days < rootMarginDays {
            warning =
                "expected \(rootMarginDays) days left, found \(days): "
                + "renew it with \(.keys("renew-root"))"
        } else if status.role != .root, status.hasLess(than: 0.25, at: now) {
            warning = "less than a quarter of its life left: is refresh still run regularly?"
        }
        return Role(signed: status, daysLeft: days, warning: warning)
    }
}
