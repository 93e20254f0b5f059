import BundleFormat
import JSON
import TUF

/// The decisions that count: of each kind, the one about a content that was signed last.
///
/// It is a set to which things are only added, so the union of two sets is the same in either order.
package struct Decisions: Equatable, Sendable {
    private var counting: [Decision.Subject: SignedDecision] = [:]

    package init(_ decisions: some Sequence<SignedDecision> = []) {
        for decision in decisions { add(decision) }
    }

    package mutating func add(_ decision: SignedDecision) {
        let subject = decision.decision.subject
        if let other = counting[subject], !decision.counts(over: other) { return }
        counting[subject] = decision
    }

    package func union(_ other: Decisions) -> Decisions {
        var union = self
        for decision in other.counting.values { union.add(decision) }
        return union
    }

    /// Those that count, in the order in which they were signed.
    package var all: [SignedDecision] {
        counting.values.sorted {
            ($0.since, $0.decision.year, $0.decision.text)
                < ($1.since, $1.decision.year, $1.decision.text)
        }
    }

    package func lacking(in other: Decisions) -> [SignedDecision] {
        all.filter { other.counting[$0.decision.subject] != $0 }
    }

    package func has(_ signed: SignedDecision) -> Bool {
        counting[signed.decision.subject] == signed
    }

    func includes(_ other: Decisions) -> Bool { union(other) == self }

    package func decision(
        _ kind: Decision.Kind, _ year: BundleYear, _ version: ContentVersion
    ) -> SignedDecision? {
        counting[Decision.Subject(year: year, version: version, kind: kind)]
    }

    // MARK: - What follows

    package func isRecalled(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        decision(.recall, year, version)?.decision.action == .recall
    }

    /// Whether something else is shown instead of a content.
    package func isReplaced(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        if case .rollback? = decision(.show, year, version)?.decision.action { true } else { false }
    }

    package enum End: Equatable, Sendable {
        case content(ContentVersion)
        case nothing
        /// They lead back to one of themselves: the season stays as it is.
        case circle
    }

    package func end(_ year: BundleYear, from given: ContentVersion) -> End {
        var walked: Set<ContentVersion> = []
        var version = given
        while case .rollback(let other)? = decision(.show, year, version)?.decision.action {
            guard let other else { return .nothing }
            guard walked.insert(version).inserted else { return .circle }
            version = other
        }
        return .content(version)
    }

    /// The rollout that machines see: it follows from the one that the content began with and the last decision about it.
    package func rollout(
        _ year: BundleYear, _ version: ContentVersion, begun: Rollout?
    ) -> Rollout? {
        switch decision(.rollout, year, version)?.decision.action {
        case .waves(let setting)?:
            Rollout.ofEveryone(
                unless: setting.waves,
                holdOffSeconds: setting.holdOffSeconds ?? begun?.holdOffSeconds ?? 0)
        case .stop?: (begun ?? .everyone).stopped
        default: begun
        }
    }

    package var recalled: [BundleYear: Set<ContentVersion>] {
        var recalled: [BundleYear: Set<ContentVersion>] = [:]
        for signed in counting.values where signed.decision.action == .recall {
            recalled[signed.decision.year, default: []].insert(signed.decision.version)
        }
        return recalled
    }

    package var named: [BundleYear: Set<ContentVersion>] {
        var named: [BundleYear: Set<ContentVersion>] = [:]
        for signed in counting.values {
            named[signed.decision.year, default: []].formUnion(signed.decision.versions)
        }
        return named
    }
}

// MARK: - In the record

extension Decisions {
    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        self.init()
        for element in try cursor.elements() {
            let year = try element.member("year").number("a year") { BundleYear($0) }
            let decision = try element.member("decision").text("a decision") {
                Decision(year, $0.split(separator: " ", omittingEmptySubsequences: false))
            }
            add(
                SignedDecision(
                    decision, since: try element.member("since").integer(in: 1 ... .max),
                    why: try element.optional("why")?.string() ?? ""))
        }
    }

    var json: JSON {
        .array(
            all.map { signed in
                var members = JSONObject()
                members["decision"] = .string(signed.decision.text)
                members["since"] = .integer(signed.since)
                if !signed.why.isEmpty { members["why"] = .string(signed.why) }
                members["year"] = .integer(Int64(signed.decision.year.number))
                return .object(members)
            })
    }
}

extension Rollout {
    /// A rollout; nil if every machine follows at once.
    static func ofEveryone(unless waves: [Wave], holdOffSeconds: Int) -> Rollout? {
        waves.isEmpty && holdOffSeconds == 0
            ? nil : Rollout(waves: waves, holdOffSeconds: holdOffSeconds)
    }
}
