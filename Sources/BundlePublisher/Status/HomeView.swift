import SeasonAuthoring
import TUF

/// A repository as the home that signs it sees it, for commands that only look.
package struct HomeView {
    /// The live state; nil if nothing counts.
    package let live: LiveState?
    /// The decisions that count.
    package let decisions: Decisions
    /// What this home sees for the first time.
    package let news: [Advice]
    /// What is wrong.
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
            let rest = isReplaced ? "; what is live was signed by the replaced key" : ""
            findings.append(
                "root \(roots.files.count) is signed but not published\(rest): \(.publish) publishes it"
            )
        }
        if let problem = found.problem, live?.isInRepository != true {
            findings.append(Advice(problem.message) + (problem.remedy.map { ": \($0)" } ?? ""))
        }
    }
}
