import BundleFormat
import SeasonAuthoring
import TUF

/// Plans a decision: the seasons are given what live was given.
package struct DecisionPlanner: PublishPlanner {
    package let request: DecisionRequest
    package let why: String

    package init(_ request: DecisionRequest, why: String = "") {
        (self.request, self.why) = (request, why)
    }

    func gather(into facts: inout PublishFacts) throws(PublishError) {
        try facts.requireLive()
        try facts.lookAtDecided()
        let year = request.year
        try facts.look(at: year)
        for prefix in request.prefixes
        where facts.known[year]?.contains(where: { prefix.means($0.version) }) != true {
            // A repository that cannot list its files has no history.
            let past = try? RepositoryHistory.content(
                of: year, in: facts.place, roots: facts.repository.roots
            ) { prefix.means($0) }
            if let past { try facts.look(at: year, [past]) }
        }
    }

    func decide(_ facts: PublishFacts) throws(PublishError) -> PublishDecision {
        var draft = DecisionDraft(facts, request.year, why: why)
        try draft.decide(request)
        var record = facts.record
        (record.decisions, record.after) = (draft.decisions, facts.repository.before)
        let offering = Offering(facts.offering(record))
        var decision = PublishDecision(offering, facts)
        decision.decided = draft.decided
        decision.notes = draft.notes + decision.notes
        return decision
    }
}

/// The decisions that follow from a request about one season.
private struct DecisionDraft {
    let facts: PublishFacts
    let year: BundleYear
    let why: String
    private(set) var decisions: Decisions
    private(set) var decided: [SignedDecision] = []
    private(set) var notes: [Advice] = []

    init(_ facts: PublishFacts, _ year: BundleYear, why: String) {
        (self.facts, self.year, self.why) = (facts, year, why)
        decisions = facts.repository.decisions
    }

    private mutating func add(_ action: Decision.Action, _ version: ContentVersion) {
        let signed = SignedDecision(
            Decision(year, version, action), since: facts.version, why: why)
        decided.append(signed)
        decisions.add(signed)
    }

    mutating func decide(_ request: DecisionRequest) throws(PublishError) {
        switch request {
        case .rollback(_, let target): try rollback(to: target)
        case .again: try again()
        case .recall(_, let prefix, let replacement): try recall(prefix, showing: replacement)
        case .lift(_, let prefix): try lift(prefix)
        case .waves(_, let setting): try setWaves(setting)
        }
    }

    // MARK: - What is there

    private func given() throws(PublishError) -> ContentVersion {
        if let given = facts.record.given[year] { return given.version }
        let years = facts.record.given.keys.sorted().map(\.description).joined(separator: ", ")
        throw PublishError(
            "\(facts.place.name): expected season \(year), found \(years.isEmpty ? "none" : years)",
            remedy: years.isEmpty ? "publish it first" : "name one of those, or publish it first")
    }

    /// The content that machines show; nil if the season is withdrawn.
    private var shown: ContentVersion? { facts.live?.bundles[year]?.custom.version }

    /// The content whose replacement decides what is shown: the last one of the replacements.
    private func last() throws(PublishError) -> ContentVersion {
        var version = try given()
        var walked: Set<ContentVersion> = [version]
        while case .rollback(let other?)? = decisions.decision(.show, year, version)?.decision
            .action,
            walked.insert(other).inserted
        {
            version = other
        }
        return version
    }

    /// The contents that a command may name, a line each: version, since when, of which commit, state.
    private var choices: [String] {
        (facts.known[year] ?? []).map { content in
            let version = content.version
            let state =
                decisions.isRecalled(year, version)
                ? ", recalled"
                : version == shown
                    ? ", shown now" : decisions.isReplaced(year, version) ? ", rolled back" : ""
            return "\(version.short)  \(content.published)"
                + (content.commit.map { "  commit \($0.prefix(12))" } ?? "") + state
        }
    }

    private func version(_ prefix: VersionPrefix) throws(PublishError) -> ContentVersion {
        if let whole = ContentVersion(prefix.digits) { return whole }
        let known = Set((facts.known[year] ?? []).map(\.version))
            .union(decisions.named[year] ?? []).union(facts.live?.recalls.recalled[year] ?? [])
        let meant = known.filter { prefix.means($0) }
        if meant.count == 1, let version = meant.first { return version }
        throw PublishError(
            "\(prefix.digits): expected the beginning of one content of \(year), "
                + "found \(meant.count)",
            remedy: "name more digits; all 64 name a content that is not known here",
            details: choices)
    }

    /// Throws if no machine may serve a content that a person wants to show, or its zip is gone.
    private func requireServable(_ version: ContentVersion) throws(PublishError) {
        guard decisions.isRecalled(year, version) else { return }
        throw PublishError(
            "\(year): expected a content that may be served, found that \(version.short) is recalled",
            remedy: "choose another, correct the season, or \(.lift(year, version))",
            details: choices)
    }

    // MARK: - Requests

    private mutating func rollback(
        to target: DecisionRequest.Replacement
    ) throws(PublishError) {
        let last = try last()
        switch target {
        case .embedded:
            guard shown != nil || !facts.isRolledBackToNothing(last, year) else {
                notes.append("\(year) shows the content inside the program already")
                return
            }
            add(.rollback(to: nil), last)
        case .content(let prefix):
            let version = try version(prefix)
            try requireServable(version)
            guard version != shown else {
                notes.append("\(year) shows \(version.short) already")
                return
            }
            show(version, insteadOf: last)
        case .previous:
            guard let earlier = earlier(than: shown ?? last) else {
                throw PublishError(
                    "\(facts.place.name): expected an earlier content of \(year) that may be shown, found none",
                    remedy: "name a content with --to; any other is published from bundles/\(year)",
                    details: choices)
            }
            let commit = earlier.commit.map { ", of commit \($0.prefix(12))" } ?? ""
            notes.append(
                "\(year) goes back to \(earlier.version.short), offered since \(earlier.published)\(commit)"
            )
            show(earlier.version, insteadOf: last)
        }
    }

    /// The newest earlier content that nothing replaces or recalls and whose zip is there.
    private func earlier(than version: ContentVersion) -> KnownContent? {
        facts.record.offered[year]?.first { content in
            content.version != version && !decisions.takesAway(year, content.version)
                && facts.zipsThere.contains(content.zip.sha256)
        }
    }

    /// Shows a content to everyone.
    private mutating func show(_ version: ContentVersion, insteadOf last: ContentVersion) {
        if version != last { add(.rollback(to: version), last) }
        add(.again, version)
        add(.waves(.all), version)
    }

    private mutating func again() throws(PublishError) {
        let given = try given()
        guard !decisions.isRecalled(year, given) else {
            throw PublishError(
                "\(year): expected a content that may be shown, found that \(given.short) is recalled",
                remedy:
                    "\(.lift(year, given)) if the recall was wrong; otherwise correct the season and publish"
            )
        }
        guard decisions.isReplaced(year, given) else {
            notes.append("\(year): nothing is shown instead of \(given.short)")
            return
        }
        add(.again, given)
    }

    private mutating func recall(
        _ prefix: VersionPrefix?, showing replacement: DecisionRequest.Replacement
    ) throws(PublishError) {
        guard let prefix else {
            throw PublishError(
                "\(year): expected the content to recall, found none", kind: .choose,
                remedy: choices.isEmpty
                    ? "name all 64 digits: nothing of \(year) is known here"
                    : "name one of these by its first digits",
                details: choices)
        }
        let recalled = try version(prefix)
        if decisions.isRecalled(year, recalled) {
            notes.append("\(recalled.short) of \(year) is recalled already")
        } else {
            add(.recall, recalled)
        }
        guard replacement != .previous else { return }
        guard let last = try? last(), last == recalled else {
            notes.append(
                "\(year) does not show \(recalled.short): --to is for a recall of the shown content"
            )
            return
        }
        guard case .content(let prefix) = replacement else { return add(.rollback(to: nil), last) }
        let other = try version(prefix)
        try requireServable(other)
        show(other, insteadOf: last)
    }

    private mutating func lift(_ prefix: VersionPrefix) throws(PublishError) {
        let version = try version(prefix)
        switch decisions.decision(.recall, year, version)?.decision.action {
        case .recall?: add(.lift, version)
        case nil:
            throw PublishError(
                "\(year): expected a recalled content, found that \(version.short) was never recalled",
                remedy: "\(.log(year)) lists the decisions")
        default: notes.append("the recall of \(version.short) of \(year) is lifted already")
        }
    }

    private mutating func setWaves(_ setting: WavesSetting?) throws(PublishError) {
        _ = try given()
        guard let shown else {
            throw PublishError(
                "\(year): expected a content that is shown, found that the season is withdrawn",
                remedy: "\(.log(year)) says why")
        }
        let action = setting.map { Decision.Action.waves($0) } ?? .stop
        if decisions.decision(.rollout, year, shown)?.decision.action == action {
            notes.append("the rollout of \(shown.short) of \(year) already has this course")
        } else {
            add(action, shown)
        }
    }
}

extension PublishFacts {
    fileprivate func isRolledBackToNothing(_ version: ContentVersion, _ year: BundleYear) -> Bool {
        repository.decisions.end(year, from: version) == .nothing
    }
}
