import BundleFormat
import Time

/// Whether this machine may follow a candidate: one rule a function, and nil from a rule that does not apply.
struct CandidateRules {
    let facts: YearFacts

    /// The findings that do not depend on what is served now.
    func stateFindings(_ candidate: Candidate) -> [Finding] {
        [
            format(candidate), trust(candidate), recall(candidate), whole(candidate),
            left(candidate),
        ].compactMap { $0 }
    }

    /// The findings about a change from what is served now.
    func changeFindings(_ candidate: Candidate, present: SetIndex.Entry?) -> [Finding] {
        guard let version = candidate.version, version != present?.version else { return [] }
        return [
            pinned(version, present), held(version, present), trial(version), machine(version),
            wave(candidate, present), holdOff(candidate, present), reach(version), room(version),
        ].compactMap { $0 }
    }

    private func format(_ candidate: Candidate) -> Finding? {
        guard candidate.version == nil, let refusal = facts.refusal else { return nil }
        let note =
            switch refusal {
            case .format(let form): form.sentence
            case .malformed(let sentence): sentence
            }
        return Finding(rule: .format, passed: false, note: note)
    }

    private func trust(_ candidate: Candidate) -> Finding? {
        guard let version = candidate.version, facts.policy.vouched.root != nil,
            candidate.sources != [.pinned]
        else { return nil }
        let isTrusted = facts.mayServe(version)
        return Finding(
            rule: .trust, passed: isTrusted,
            note: isTrusted ? "" : "only a superseded key has signed it")
    }

    private func recall(_ candidate: Candidate) -> Finding? {
        guard candidate.version != nil || facts.isWithdrawn else { return nil }
        let isTakenBack = facts.isTakenBack(candidate.version)
        let note =
            facts.isRecalled(candidate.version)
            ? "recalled by the publisher" : "the publisher has withdrawn this year"
        return Finding(rule: .recall, passed: !isTakenBack, note: isTakenBack ? note : "")
    }

    private func whole(_ candidate: Candidate) -> Finding? {
        guard let version = candidate.version,
            candidate.sources.allSatisfy({ $0 == .served || $0 == .earlier })
        else { return nil }
        let isWhole = facts.policy.inventory.has(facts.year, version)
        return Finding(
            rule: .whole, passed: isWhole,
            note: isWhole ? "" : "damaged, and no source to repair it from")
    }

    private func left(_ candidate: Candidate) -> Finding? {
        guard let rollback = facts.rollback, let version = candidate.version, facts.pin != version
        else { return nil }
        let published = candidate.publishedUnixSeconds
        let isOfferAlone = candidate.sources == [.offered]
        guard
            rollback.isLeft(version, publishedUnixSeconds: published)
                || (isOfferAlone && (published ?? 0) <= rollback.publishedUnixSeconds)
        else { return Finding(rule: .rollback, passed: true) }
        return Finding(
            rule: .rollback, passed: false,
            note: "rolled back at \(UTCTime(unixSeconds: rollback.sinceUnixSeconds)), until"
                + " something newer is published")
    }

    private func pinned(_ version: ContentVersion, _ present: SetIndex.Entry?) -> Finding? {
        guard let pin = facts.pin else { return nil }
        if version == pin { return Finding(rule: .pin, passed: true) }
        // Nothing else is there, and another version is better than none.
        if present == nil, version == facts.embedded, !facts.canServe(pin) { return nil }
        return Finding(
            rule: .pin, passed: false,
            note: "the year is pinned to \(pin.short)"
                + (facts.canServe(pin) ? "" : ", which is not on this machine and not published"))
    }

    private func held(_ version: ContentVersion, _ present: SetIndex.Entry?) -> Finding? {
        guard let since = facts.policy.choices.heldSinceUnixSeconds else { return nil }
        // A served version may be repaired. If nothing is left, the program's own version is shown.
        if version == facts.served?.version || version == facts.pin { return nil }
        if version == facts.undone { return nil }
        if present == nil, version == facts.embedded || facts.isBereft { return nil }
        return Finding(
            rule: .hold, passed: false, note: "on hold since \(UTCTime(unixSeconds: since))")
    }

    private func trial(_ version: ContentVersion) -> Finding? {
        guard version != facts.embedded else { return nil }
        let zip = facts.policy.inventory.has(facts.year, version) ? nil : facts.offer?.sha256
        guard
            let failure = facts.policy.trials.failure(
                facts.year, version, sha256: zip, tester: facts.policy.tester,
                nowUnixSeconds: facts.policy.nowUnixSeconds)
        else { return Finding(rule: .trial, passed: true) }
        let times = failure.count == 1 ? "once" : "\(failure.count) times"
        return Finding(
            rule: .trial, passed: false, note: "failed \(times): \(failure.reason)",
            againUnixSeconds: failure.againUnixSeconds)
    }

    private func machine(_ version: ContentVersion) -> Finding? {
        guard version != facts.embedded,
            let interruption = facts.policy.trials.interruption(
                facts.year, version, tester: facts.policy.tester,
                nowUnixSeconds: facts.policy.nowUnixSeconds)
        else { return nil }
        return Finding(
            rule: .machine, passed: false,
            note: "this machine could not test it, \(interruption.count) times by now:"
                + " \(interruption.reason)",
            againUnixSeconds: interruption.againUnixSeconds)
    }

    /// The offer, if the candidate is offered, with the time of this machine's wave.
    private func invitation(_ candidate: Candidate) -> Offer? {
        guard let offer = facts.offer, offer.custom.version == candidate.version,
            offer.custom.rollout != nil,
            candidate.version != facts.pin, candidate.version != facts.embedded,
            // Repairs need not wait.
            facts.served?.version != candidate.version,
            // A recall stops a version on every machine. Its replacement still obeys a stopped
            // rollout.
            offer.custom.rollout?.isStopped == true || !facts.isRecalled(facts.served?.version)
        else { return nil }
        return offer
    }

    private func wave(_ candidate: Candidate, _ present: SetIndex.Entry?) -> Finding? {
        guard let offer = invitation(candidate), let rollout = offer.custom.rollout,
            rollout.isStopped || !rollout.waves.isEmpty
        else { return nil }
        let place = place(offer.custom.version)
        let now = facts.policy.nowUnixSeconds
        guard let opening = facts.policy.machine.opening(offer.custom, nowUnixSeconds: now) else {
            return Finding(
                rule: .wave, passed: false,
                note: rollout.isStopped
                    ? "its publisher stopped the rollout" : "\(place), which no wave reaches")
        }
        let isOpen = opening <= now || facts.isBereft && present == nil
        return Finding(
            rule: .wave, passed: isOpen, note: place, againUnixSeconds: isOpen ? nil : opening)
    }

    private func place(_ version: ContentVersion) -> String {
        let machine = facts.policy.machine
        if let wave = machine.wave { return "this machine is configured for wave \(wave)" }
        let position = machine.position(version)
        let rest = position % 100
        return "this machine is at \(position / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }

    private func holdOff(_ candidate: Candidate, _ present: SetIndex.Entry?) -> Finding? {
        guard !facts.isBereft || present != nil, let offer = invitation(candidate),
            !facts.isHere(offer.custom.version),
            let notice = facts.policy.trials.notices[facts.year],
            notice.version == offer.custom.version
        else { return nil }
        let isOver = notice.untilUnixSeconds <= facts.policy.nowUnixSeconds
        return Finding(
            rule: .holdOff, passed: isOver, note: "a random wait that the publisher asks for",
            againUnixSeconds: isOver ? nil : notice.untilUnixSeconds)
    }

    private func room(_ version: ContentVersion) -> Finding? {
        guard let note = facts.policy.heldBackForRoom[facts.year], !facts.isHere(version) else {
            return nil
        }
        return Finding(rule: .room, passed: false, note: note)
    }

    private func reach(_ version: ContentVersion) -> Finding? {
        if facts.isHere(version) { return Finding(rule: .reach, passed: true) }
        guard facts.offer?.custom.version == version else {
            return Finding(
                rule: .reach, passed: false, note: "not on this machine and not published")
        }
        let isFresh = facts.policy.word.isFresh
        return Finding(
            rule: .reach, passed: isFresh,
            note: isFresh ? "" : "the repository was not read")
    }
}
