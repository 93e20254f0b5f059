import BundleFormat
import SeasonAuthoring
import TUF

/// What a command does and why: a pure function of facts and request.
package struct PublishDecision {
    /// What is to be live; nil signs live as it is.
    let offering: Offering?
    package var decided: [SignedDecision] = []
    /// The seasons that stay as they are, because what is given may be older.
    package var held: [HeldSeason] = []
    /// The zips that the repository lacks, by path.
    var zips: [String: [UInt8]] = [:]
    package var notes: [Advice] = []
    package let plan: PublishPlan

    init(
        _ offering: Offering?, zips: [String: [UInt8]] = [:], _ facts: PublishFacts,
        isForced: Bool = false
    ) {
        (self.offering, self.zips) = (offering, zips)
        plan = PublishPlan(offering, zips: Set(zips.keys), facts, isForced: isForced)
        notes = facts.notes + (offering.map { facts.notes(of: $0) } ?? [])
    }

    /// True if a season could not be shown as the decisions say.
    package var isIncomplete: Bool { offering?.missing.isEmpty == false }
}

protocol PublishPlanner {
    /// Reads what this kind of command needs besides the common facts.
    func gather(into facts: inout PublishFacts) throws(PublishError)
    /// Decides; reads nothing. Throws if the command cannot be done; then nothing was done.
    func decide(_ facts: PublishFacts) throws(PublishError) -> PublishDecision
}

/// Plans `refresh`, and the commands of `keys`: live is signed as it is.
struct RefreshPlanner: PublishPlanner {
    let isForced: Bool

    func gather(into facts: inout PublishFacts) throws(PublishError) {}

    func decide(_ facts: PublishFacts) throws(PublishError) -> PublishDecision {
        try facts.requireLive()
        return PublishDecision(nil, facts, isForced: isForced)
    }
}

// MARK: - What a person should know

extension PublishFacts {
    /// Throws if there is nothing that a command without seasons could sign.
    func requireLive() throws(PublishError) {
        guard live == nil else { return }
        guard repository.choice != .list else {
            throw PublishError(
                "\(place.name): expected a state of the newest online key, found none",
                kind: .keyReplaced, remedy: "\(.publish) signs everything anew first")
        }
        throw repository.problem ?? .unpublished(place.name)
    }

    fileprivate var notes: [Advice] {
        var notes = repository.rootsThere.falsePaths.map { path -> Advice in
            "\(path) is no root of yours, and machines stop at it: it is removed; find out who put it there"
        }
        if let live, !live.isInRepository, let problem = repository.problem {
            notes.append(
                "\(problem.message); the newest state that this home has seen is signed again")
        }
        return notes + repository.news
    }

    fileprivate func notes(of offering: Offering) -> [Advice] {
        var notes: [Advice] = []
        for (year, content) in offering.record.given.inOrder {
            let shown = offering.seasons[year]
            if let version = offering.missing[year] {
                let commit = known[year]?.first { $0.version == version }?.commit
                notes.append(
                    "\(year) stays as it is: the zip of \(version.short), which a rollback shows, is gone; publish "
                        + "bundles/\(year) from "
                        + (commit.map { "commit \($0.prefix(12))" } ?? "the commit that has it"))
            } else if shown?.custom.version != content.version {
                notes.append(
                    note(year, content.version, shown?.custom.version, offering.record.decisions))
            }
            if let shown, shown.custom.format > 1,
                live?.bundles[year]?.custom.version != shown.custom.version
            {
                notes.append(
                    "\(year) \(shown.custom.version.short) needs level \(shown.custom.format) of the "
                        + "description language; machines with programs that read less keep the content "
                        + "that they have")
            }
        }
        return notes
    }

    /// Why a season shows something else than it was given, and how to undo it.
    private func note(
        _ year: BundleYear, _ given: ContentVersion, _ shown: ContentVersion?,
        _ decisions: Decisions
    ) -> Advice {
        let isRecalled = decisions.isRecalled(year, given)
        let why = isRecalled ? "is recalled" : "is rolled back"
        let undo: Advice =
            isRecalled
            ? "correct the season, or \(.lift(year, given))" : "\(.again(year)) shows it again"
        guard let shown else {
            return
                "\(year) is withdrawn: \(given.short) \(why), and nothing is shown instead; machines show the "
                + "content inside the program; \(undo)"
        }
        return "\(year) shows \(shown.short): \(given.short) \(why); \(undo)"
    }
}
