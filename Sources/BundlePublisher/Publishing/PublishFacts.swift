import BundleFormat
import SeasonAuthoring
import TUF

/// Everything a publish is decided from, and the decision.
package struct PublishFacts {
    let configuration: HomeConfiguration
    let roots: RootChain
    /// Our roots that the repository lacks, each with a signature that a client accepts.
    let newRoots: [SignedMetadata]
    let rootExpires: UTCTime
    let found: LiveReader.Found
    /// The decisions of the checkout before this command.
    let file: DecisionsFile.Content
    let lines: [DecisionLine]
    let why: String?
    /// The seasons of the folder; none if the command does not read it.
    let packed: [BundleYear: PackedSeason]
    /// The files that the repository lacks, by path.
    let zips: [String: PublishFile.Content]
    /// What is to be live; nil leaves it as it is.
    package let offering: Offering?
    package let plan: PublishPlan
    let notes: [Advice]

    package var live: LiveState? { found.live }
    /// The lines of `decisions.txt` that are not live yet and have no effect.
    package var warnings: [Diagnostic] {
        var known: [BundleYear: Set<ContentVersion>] = [:]
        for year in Set(packed.keys).union(live?.given.keys.map { $0 } ?? []) {
            let versions = live?.record?.contents(year).map(\.version) ?? []
            known[year] = Set(versions + [packed[year]?.version].compactMap { $0 })
        }
        // While nothing is live, we cannot tell which contents are unknown.
        return file.warnings(
            path: DecisionsFile.name, after: live?.record?.decisions,
            known: live == nil ? nil : known)
    }

    var liveEntries: [BundleYear: TargetCustom] { live?.bundles.mapValues(\.custom) ?? [:] }

    /// The decisions after this command, newest first; `why` is the reason of the added ones.
    var decisionsForPeople: [ExplainedDecision] {
        var content = file
        content.decisions = file.decisions.adding(lines)
        for line in lines { content.reasons[line] = why }
        return content.forPeople
    }

    func filesToRemember(_ prepared: PreparedPublish?) -> [String: [UInt8]] {
        var files = live?.files ?? [:]
        if let signed = prepared?.targetsAndSnapshot {
            files["targets.json"] = signed.targets.bytes
            files["snapshot.json"] = signed.snapshot.bytes
            files["record.json"] = prepared?.recordBytes
        }
        if let timestamp = prepared?.timestamp { files["timestamp.json"] = timestamp.bytes }
        return files
    }
}
