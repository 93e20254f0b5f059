import SeasonAuthoring
import TUF

/// A repository as the home that signs it sees it, for commands that only look.
package struct HomeView {
    /// What is live; nil if nothing counts.
    package let live: LiveState?
    package let decisions: [ExplainedDecision]
    package let findings: [Advice]

    package init?(_ site: Site, _ home: Home, now: UTCTime) throws(PublishError) {
        guard let roots = try RootChain.read(home.metadataPath) else { return nil }
        let found = try LiveReader(site, home: home, roots: roots, now: now).read()
        let file = try DecisionsFile(home: home).read(now: now)
        live = found.live
        decisions = file.forPeople
        findings = Self.findings(found, roots, lacking: file.decisions.lacking(of: found.live))
    }

    private static func findings(
        _ found: LiveReader.Found, _ roots: RootChain, lacking: [DecisionLine]
    ) -> [Advice] {
        var findings: [Advice] = []
        let problem = found.live?.isInRepository == true ? nil : found.problem
        if found.roots.trusted > 0, found.roots.count < roots.files.count {
            let isReplaced = problem?.kind == .keyReplaced
            let rest = isReplaced ? "; what is live was signed by the replaced key" : ""
            findings.append(
                "root \(roots.files.count) is signed but not published\(rest): \(.publish) publishes it"
            )
            if isReplaced { return findings }
        }
        if let problem {
            findings.append(
                Advice(problem.message) + (problem.remedy.map { ": \($0)" } ?? ""))
        }
        if !lacking.isEmpty {
            findings.append(
                "live has \(counted(lacking.count, "decision")) that this checkout lacks: \(.pull)")
        }
        return findings
    }
}
