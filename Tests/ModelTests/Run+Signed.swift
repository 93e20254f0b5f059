/// What is signed after a command that went through.
extension Run {
    /// What the function gives; nil where a command does not apply it.
    func expected(_ asked: Asked, _ before: Situation, _ after: Situation) -> Expected? {
        var facts: Expected.Facts
        switch asked.effect {
        case .signs(let given):
            facts = Expected.Facts(
                given: given, lines: after.lines, live: before.live, now: workshop.now,
                hasZip: before.hasZip)
        case .signsWithNewKey(let given):
            facts = Expected.Facts(
                given: given, lines: after.lines, live: nil, now: workshop.now,
                hasZip: before.hasZip)
        case .renews, .pulls, .keeps: return nil
        }
        facts.begins = asked.begins
        let (given, catalogue, betaSite) = (facts.given, catalogue, workshop.betaSite)
        switch asked.words.first {
        // The folder's seasons are packed anew.
        case "publish", "keys":
            facts.hasZip = { given[$0] == $1 || before.hasZip($0, $1) }
        case "promote":
            facts.hasZip = {
                before.hasZip($0, $1)
                    || given[$0] == $1 && catalogue.hasZip($0, $1, in: betaSite)
            }
        default: break
        }
        return Expected(facts)
    }

    /// Judges what a command has signed.
    func judgeSigned(
        _ step: Step, _ asked: Asked, _ outcome: Workshop.Outcome, _ expected: Expected?,
        _ before: Situation, _ after: Situation
    ) throws {
        switch asked.effect {
        case .signs where before.live == nil && step.verb != .publish:
            // Nothing was given, so nothing is signed; the line waits for a publish.
            guard after.view.signed == before.view.signed else {
                throw Break(.function, "\(step.text) signs though nothing is live")
            }
        case .signs(let given), .signsWithNewKey(let given):
            guard let expected else { return }
            let signed = try look(step, after)
            try expected.require(of: signed, after.lines, given, catalogue.name)
            if let commit = asked.commit, signed.record?.commit != commit {
                unsignedCommit =
                    unsignedCommit
                    ?? Break(
                        .commit,
                        "\(step.text) signs commit \(signed.record?.commit?.id ?? "none"), not \(commit?.id ?? "none")"
                    )
            }
            let isGone = !expected.missing.isEmpty
            guard (outcome.status == 1) == isGone || isGone && asked.mayFail else {
                throw Break(
                    .content,
                    "\(step.text) ends with \(outcome.status), without zip: \(expected.missing)")
            }
            try requireZips(step, signed, before, after)
            if case .signsWithNewKey = asked.effect, signed.keyIDs == before.view.keyIDs {
                throw Break(.live, "\(step.text) signs with the same key")
            }
        case .renews:
            let signed = try look(step, after)
            guard let live = before.live, signed.saysTheSame(as: live) else {
                throw Break(.live, "\(step.text) signs something else than live")
            }
        case .pulls: try judgePulled(step, before, after)
        case .keeps: try judgeKept(step, before, after)
        }
    }

    /// What a new machine sees.
    private func look(_ step: Step, _ after: Situation) throws -> Signed {
        let root = after.site == workshop.betaSite ? beta.root : firstRoot
        let view = Reader(site: after.site, root: root).view(now: workshop.now)
        guard let signed = view.signed, !signed.isMalformed, signed.record != nil else {
            throw Break(.verifies, "after \(step.text) a new machine sees: \(view.trouble)")
        }
        return signed
    }

    /// Every zip is there, but one that was gone before and is offered as before.
    private func requireZips(
        _ step: Step, _ signed: Signed, _ before: Situation, _ after: Situation
    ) throws {
        for (year, entry) in signed.entries where !after.hasZip(year, entry.content) {
            let wasGone =
                !before.hasZip(year, entry.content)
                && before.live?.entries[year]?.content == entry.content
            guard wasGone else {
                throw Break(
                    .verifies,
                    "\(step.text) offers \(catalogue.name(entry.content)) of \(year) without its zip"
                )
            }
        }
    }

    private func judgePulled(_ step: Step, _ before: Situation, _ after: Situation) throws {
        let missing = before.lacking.subtracting(after.lines.all)
            .filter { $0.time <= workshop.now + 86_400 }
        guard missing.isEmpty || before.isStrange else {
            throw Break(.compares, "\(step.text) leaves \(missing.map(\.text))")
        }
        guard after.files == before.files else {
            throw Break(.compares, "\(step.text) changes the repository")
        }
    }

    /// Roots and `prune` change nothing of what is live, and keep what lines show.
    private func judgeKept(_ step: Step, _ before: Situation, _ after: Situation) throws {
        if step.verb == .rotateAlone {
            guard after.files == before.files else {
                throw Break(.live, "\(step.text) changes a repository that it does not name")
            }
            return
        }
        guard let live = before.live, let there = before.view.signed else { return }
        guard let signed = after.view.signed,
            signed.saysTheSame(as: live) || signed.saysTheSame(as: there)
        else {
            throw Break(.live, "\(step.text) changes what is live: \(after.view.trouble)")
        }
        guard step.verb == .prune, !before.isStrange else { return }
        for (year, given) in before.live?.record?.given ?? [:] {
            for shown in [before.lines.shown(year, given: given), live.entries[year]?.content]
                .compactMap({ $0 })
            where before.hasZip(year, shown) && !after.hasZip(year, shown) {
                throw Break(.content, "prune takes \(catalogue.name(shown)) of \(year)")
            }
        }
    }
}
