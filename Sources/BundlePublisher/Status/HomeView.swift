import SeasonAuthoring
import TUF

/// A repository as the home that signs it sees it, for commands that only look.
package struct HomeView {
    /// The live state; nil if nothing counts.
    package let live: LiveState?
    package let decisions: [ExplainedDecision]
    package private(set) var findings: [Advice] = []

    package init?(_ site: Site, _ home: Home, now: UTCTime) throws(PublishError) {
        guard let roots = try RootChain.read(home.metadataPath) else { return nil }
        let found = try LiveRepository(site, home: home, roots: roots, remembers: false, now: now)
        let file = try DecisionsFile(home: home).read(now: now)
        live = found.live
        decisions = file.forPeople
        let problem = live?.isInRepository == true ? nil : found.problem
        if found.rootsThere.trusted > 0, found.rootsThere.count < roots.files.count {
            let isReplaced = problem?.kind == .keyReplaced
            let rest = isReplaced ? "; what is live was signed by the replaced key" : ""
            findings.append(
                "root \(roots.files.count) is signed but not published\(rest): \(.publish) publishes it"
            )
            if isReplaced { return }
        }
        if let problem {
            findings.append(Advice(problem.message) + (problem.remedy.map { ": \($0)" } ?? ""))
        }
        let lacking = file.decisions.lacking(of: live)
        if !lacking.isEmpty {
            findings.append(
                "live has \(counted(lacking.count, "decision")) that this checkout lacks: \(.pull)")
        }
    }
}
