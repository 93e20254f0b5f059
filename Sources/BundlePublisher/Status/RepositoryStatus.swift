import BundleFormat
import SeasonAuthoring
import TUF

/// The live state of a published directory, and when its signatures expire.
package struct RepositoryStatus {
    /// One role's signature, and how long it is still good for.
    package struct Role: Equatable {
        package let signed: RoleStatus
        fileprivate let now: UTCTime

        /// Whole days left; negative once it has expired.
        package var daysLeft: Int64 {
            let secondsLeft = signed.expires.unixSeconds - now.unixSeconds
            return Int64((Double(secondsLeft) / 86_400).rounded(.down))
        }

        /// What to do about the role; nil while there is time.
        package var warning: Advice? {
            if signed.expires <= now {
                return "expired at \(signed.expires): agents have stopped updating"
            }
            guard signed.role == .root else {
                return signed.hasLess(than: 0.25, at: now)
                    ? "less than a quarter of its life left: is refresh still run regularly?" : nil
            }
            guard daysLeft < rootMarginDays else { return nil }
            return "expected \(rootMarginDays) days left, found \(daysLeft): "
                + "renew it with \(.keys("renew-root"))"
        }
    }

    package let roles: [Role]
    package let live: LiveState
    /// The decisions that count, newest first.
    package let decisions: [SignedDecision]
    package let targetsAgeDays: Int64

    /// The days that are needed to find the people who hold root keys.
    private static let rootMarginDays: Int64 = 90

    package init(_ live: LiveState, decisions: Decisions, now: UTCTime) {
        (self.live, self.decisions) = (live, decisions.all.reversed())
        roles = live.report.roles.map { Role(signed: $0, now: now) }
        targetsAgeDays = max(0, (now.unixSeconds - live.version) / 86_400)
    }

    package var seasons: [PublishedBundle] { live.bundles.inOrder.map(\.value) }

    package var isWell: Bool { roles.allSatisfy { $0.warning == nil } }
}

/// A repository as the home that signs it sees it, for commands that only look.
package struct HomeView {
    package let live: LiveState?
    package let decisions: Decisions
    /// What this home sees for the first time.
    package let news: [Advice]
    package private(set) var findings: [Advice] = []

    /// Looks; nil if the home has no root.
    package init?(
        _ site: Site, _ home: Home, isRehearsal: Bool, now: UTCTime
    ) throws(PublishError) {
        try home.refuseLinks()
        guard let roots = try RootChain.read(home) else { return nil }
        let found = try LiveRepository(
            site, home: home, roots: roots, isRehearsal: isRehearsal, now: now)
        (live, decisions, news) = (found.live, found.decisions, found.news)
        let isReplaced = found.live == nil && found.rootsThere.trusted > 0
        if found.rootsThere.trusted > 0, found.rootsThere.count < roots.files.count {
            let rest = isReplaced ? "; what is live was signed by the superseded key" : ""
            findings.append(
                "root \(roots.files.count) is signed but not published\(rest): \(.publish) publishes it"
            )
        }
        if let problem = found.problem, live?.isInRepository != true {
            findings.append(Advice(problem.message) + (problem.remedy.map { ": \($0)" } ?? ""))
        }
    }
}
