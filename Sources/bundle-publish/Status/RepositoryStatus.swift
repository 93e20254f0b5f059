import BundleFormat
import TUF

/// How a published directory stands: what is live, and what runs out when.
struct RepositoryStatus {
    /// One role.
    struct Role: Equatable {
        let role: TopLevelRole
        let version: Int64
        let expires: UTCTime
        /// Whole days left; negative once it has expired.
        let daysLeft: Int64
        let keys: Int
        let threshold: Int
        /// Why somebody should look after it; nil while there is time.
        let warning: String?
    }

    let roles: [Role]
    /// The live seasons, by year.
    let seasons: [PublishedBundle]
    /// When the targets were signed.
    let targetsSigned: UTCTime?
    /// Whole days since then.
    let targetsAgeDays: Int64?

    /// Root needs people who hold keys: this much time to find them.
    static let rootMarginDays: Int64 = 90

    /// Judges a directory.
    ///
    /// - Parameters:
    ///   - report: its verified roles.
    ///   - bundles: its verified seasons.
    ///   - now: the clock.
    init(report: RefreshReport, bundles: [BundleYear: PublishedBundle], now: UTCTime) {
        roles = report.roles.map { Self.judge($0, now: now) }
        targetsSigned = report.status(of: .targets).map { UTCTime(unixSeconds: $0.version) }
        targetsAgeDays = targetsSigned.map {
            max(0, (now.unixSeconds - $0.unixSeconds) / 86_400)
        }
        seasons = bundles.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether everything has time enough.
    var isWell: Bool { roles.allSatisfy { $0.warning == nil } }

    private static func judge(_ status: RoleStatus, now: UTCTime) -> Role {
        let secondsLeft = status.expires.unixSeconds - now.unixSeconds
        let days = (Double(secondsLeft) / 86_400).rounded(.down)
        var warning: String?
        if secondsLeft <= 0 {
            warning = "expired at \(status.expires): agents have stopped updating"
        } else if status.role == .root {
            if Int64(days) < rootMarginDays {
                warning =
                    "expected \(rootMarginDays) days left, found \(Int64(days)): "
                    + "renew it with bundle-publish keys renew-root"
            }
        } else if LiveState.Role(version: status.version, expires: status.expires)
            .hasLess(than: 0.25, at: now)
        {
            warning = "less than a quarter of its life left: is refresh still run regularly?"
        }
        return Role(
            role: status.role, version: status.version, expires: status.expires,
            daysLeft: Int64(days), keys: status.keyIDs.count, threshold: status.threshold,
            warning: warning)
    }
}
