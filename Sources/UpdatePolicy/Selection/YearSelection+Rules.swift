import BundleFormat
import TUF

/// The rules, one function each; a rule that does not apply returns nil.
extension YearSelection {
    /// The findings that do not depend on what is served now.
    package func stateFindings(_ candidate: Candidate) -> [Finding] {
        [
            format(candidate), trust(candidate), recall(candidate), whole(candidate),
            left(candidate),
        ].compactMap { $0 }
    }

    /// The findings about a change from what is served now.
    package func changeFindings(_ candidate: Candidate, present: SetIndex.Entry?) -> [Finding] {
        guard let version = candidate.version, version != present?.version else { return [] }
        return [
            pinned(version, present), held(version, present), trial(version), machine(version),
            wave(candidate, present), holdOff(candidate, present), reach(version), room(version),
        ].compactMap { $0 }
    }

    private func format(_ candidate: Candidate) -> Finding? {
        guard candidate.version == nil else { return nil }
        let note =
            switch policy.word.offers?.refused[year] {
            case .format(let level): Self.needsNewerProgram(level)
            case .malformed(let sentence): sentence
            case nil: policy.word.offers?.beyond[year].map(Self.needsNewerProgram) ?? ""
            }
        return Finding(rule: .format, passed: false, note: note)
    }

    private func trust(_ candidate: Candidate) -> Finding? {
        guard let version = candidate.version, policy.vouched.root != nil,
            candidate.sources != [.pinned]
        else { return nil }
        let isTrusted = mayServe(version)
        return Finding(
            rule: .trust, passed: isTrusted,
            note: isTrusted ? "" : "only a key that was replaced has signed it")
    }

    /// Why a form cannot be taken, and the remedy.
    package static func needsNewerProgram(_ level: Int) -> String {
        "needs level \(level) of the description language: a newer bundle-agent or breakdown "
            + "(bundle-agent \(programVersion) reads \(BundleFormat.levels.lowerBound) to "
            + "\(BundleFormat.newest))"
    }

    private func recall(_ candidate: Candidate) -> Finding? {
        guard let version = candidate.version else { return nil }
        if isRecalled(version) {
            return Finding(rule: .recall, passed: false, note: "recalled by the publisher")
        }
        guard isWithdrawn, version != embedded, version != policy.choices.pins[year]?.version
        else { return Finding(rule: .recall, passed: true) }
        return Finding(
            rule: .recall, passed: false,
            note: "the publisher takes the year back to what comes with the program")
    }

    private func whole(_ candidate: Candidate) -> Finding? {
        guard let version = candidate.version,
            candidate.sources.allSatisfy({ $0 == .served || $0 == .earlier })
        else { return nil }
        let isWhole = policy.inventory.has(year, version)
        return Finding(
            rule: .whole, passed: isWhole, note: isWhole ? "" : "damaged, and nowhere to be had")
    }

    private func left(_ candidate: Candidate) -> Finding? {
        guard let rollback, let version = candidate.version, pin != version else { return nil }
        let published = candidate.publishedUnixSeconds
        let isOfferAlone = candidate.sources == [.offered]
        guard
            rollback.isLeft(version, publishedUnixSeconds: published)
                || (isOfferAlone && (published ?? 0) <= rollback.publishedUnixSeconds)
        else { return Finding(rule: .rollback, passed: true) }
        return Finding(
            rule: .rollback, passed: false,
            note: "left by 'rollback' at \(UTCTime(unixSeconds: rollback.sinceUnixSeconds)), "
                + "until something newer is published")
    }

    private func pinned(_ version: ContentVersion, _ present: SetIndex.Entry?) -> Finding? {
        guard let pin else { return nil }
        if version == pin { return Finding(rule: .pin, passed: true) }
        // Nothing else is there, and another version is better than none.
        if present == nil, version == embedded, !canServe(pin) { return nil }
        return Finding(
            rule: .pin, passed: false,
            note: canServe(pin)
                ? "the year is pinned to \(pin.short)"
                : "the year is pinned to \(pin.short), which is neither here nor offered")
    }

    private func canServe(_ version: ContentVersion) -> Bool {
        isHere(version) || offer?.custom.version == version
    }

    private func held(_ version: ContentVersion, _ present: SetIndex.Entry?) -> Finding? {
        guard let since = policy.choices.heldSinceUnixSeconds else { return nil }
        // A served version may be repaired, and if nothing is left, the program's own is shown.
        if version == served?.version || version == pin { return nil }
        if present == nil, version == embedded || isBereft { return nil }
        return Finding(
            rule: .hold, passed: false, note: "on hold since \(UTCTime(unixSeconds: since))")
    }

    private func trial(_ version: ContentVersion) -> Finding? {
        guard version != embedded else { return nil }
        let zip = policy.inventory.has(year, version) ? nil : offer?.sha256
        guard
            let failure = policy.trials.obstacle(
                year, version, sha256: zip, tester: policy.tester,
                nowUnixSeconds: policy.nowUnixSeconds)
        else { return Finding(rule: .trial, passed: true) }
        return Finding(
            rule: .trial, passed: false,
            note:
                "failed \(failure.count == 1 ? "once" : "\(failure.count) times"): \(failure.reason)",
            againUnixSeconds: failure.againUnixSeconds)
    }

    private func machine(_ version: ContentVersion) -> Finding? {
        guard version != embedded,
            let interruption = policy.trials.pause(
                year, version, tester: policy.tester, nowUnixSeconds: policy.nowUnixSeconds)
        else { return nil }
        return Finding(
            rule: .machine, passed: false,
            note: "this machine could not test it, \(interruption.count) times by now: "
                + interruption.reason,
            againUnixSeconds: interruption.againUnixSeconds)
    }

    /// Whether a replaced key cost the year everything it had.
    ///
    /// Then the offer need not wait, unless the publisher stopped it.
    private var isBereft: Bool {
        hasForgotten && (embedded.map(isRecalled) ?? true)
    }

    /// The offer, if the candidate is offered, with the time of this machine's wave.
    private func invitation(_ candidate: Candidate) -> Offer? {
        guard let offer, offer.custom.version == candidate.version, offer.custom.rollout != nil,
            candidate.version != pin, candidate.version != embedded,
            // Repairs need not wait.
            served?.version != candidate.version,
            // A recall stops a version on every machine. Its replacement still obeys a stopped
            // rollout.
            offer.custom.rollout?.isStopped == true || !isRecalled(served?.version)
        else { return nil }
        return offer
    }

    private func wave(_ candidate: Candidate, _ present: SetIndex.Entry?) -> Finding? {
        guard let offer = invitation(candidate), let rollout = offer.custom.rollout,
            !rollout.waves.isEmpty
        else { return nil }
        let hundredths = policy.machine.position(offer.custom.version)
        let place =
            policy.machine.wave.map { "this machine is configured for wave \($0)" }
            ?? "this machine is at \(hundredths / 100).\(padded(hundredths % 100)) %"
        guard let opening = policy.machine.opening(offer.custom) else {
            return Finding(
                rule: .wave, passed: false,
                note: rollout.isStopped
                    ? "its publisher stopped the rollout" : "\(place), which no wave reaches")
        }
        let isOpen = opening <= policy.nowUnixSeconds || isBereft && present == nil
        return Finding(
            rule: .wave, passed: isOpen, note: place, againUnixSeconds: isOpen ? nil : opening)
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func holdOff(_ candidate: Candidate, _ present: SetIndex.Entry?) -> Finding? {
        guard !isBereft || present != nil, let offer = invitation(candidate),
            !isHere(offer.custom.version),
            let notice = policy.trials.notices[year], notice.version == offer.custom.version
        else { return nil }
        let isOver = notice.untilUnixSeconds <= policy.nowUnixSeconds
        return Finding(
            rule: .holdOff, passed: isOver, note: "a random wait that the publisher asks for",
            againUnixSeconds: isOver ? nil : notice.untilUnixSeconds)
    }

    private func room(_ version: ContentVersion) -> Finding? {
        guard let note = policy.heldBackForRoom[year], !isHere(version) else { return nil }
        return Finding(rule: .room, passed: false, note: note)
    }

    private func reach(_ version: ContentVersion) -> Finding? {
        if isHere(version) { return Finding(rule: .reach, passed: true) }
        guard offer?.custom.version == version else {
            return Finding(rule: .reach, passed: false, note: "neither here nor offered")
        }
        let isFresh = policy.word.isFresh
        return Finding(
            rule: .reach, passed: isFresh,
            note: isFresh ? "" : "the repository was not reached")
    }
}
