import TUF

/// A repository as the home that signs it sees it, for commands that only look.
package struct HomeView {
    /// What is live; nil without a home, or if nothing counts.
    package let live: LiveState?
    /// Why what the repository has now does not count; nil if it does.
    package let problem: PublishError?
    /// The newest root of the home, if the repository lacks it.
    package let unpublishedRoot: Int?
    /// The decisions of the checkout, newest first.
    package let decisions: [ExplainedDecision]
    /// Decisions that are live and that the checkout lacks.
    package let lacking: [DecisionLine]

    /// Looks at a repository.
    ///
    /// - Returns: nil if the folder is no home.
    /// - Throws: ``PublishError`` if the repository does not answer.
    package init?(_ site: Site, _ home: Home, now: UTCTime) throws(PublishError) {
        guard let roots = try RootChain.read(home.metadataPath) else { return nil }
        let place = ReadOnlySite(name: site.address, fetcher: site.fetcher)
        let found = try LiveReader(place, home: home, roots: roots, now: now).read()
        let file = try DecisionsFile(home: home).read(now: now)
        live = found.live
        problem = found.live?.isInRepository == true ? nil : found.problem
        let isBehind = found.roots.trusted > 0 && found.roots.count < roots.files.count
        unpublishedRoot = isBehind ? roots.files.count : nil
        decisions = file.forPeople
        lacking = file.decisions.lacking(of: found.live)
    }
}
