import BundleFormat
@testable import BundleUpdater
import Files
@testable import SeasonClient
import TUF

/// Machines poll and obey the people at them; each is judged by what it serves then.
extension Run {
    /// Does what a machine's people, or its clock, ask for.
    func act(_ step: Step) throws {
        guard let number = step.number(0), fleet.machines.indices.contains(number) else { return }
        let year = step.number(2).flatMap { BundleYear($0) }
        switch step.word(1) {
        case "poll": try poll(number, isCopy: false)
        case "poll-copy": try poll(number, isCopy: true)
        case "poll-away": try pollAway(number)
        case "upgrade":
            for (year, content) in main.given(catalogue) {
                fleet.machines[number].embedded[year] = .init(
                    content: content, published: workshop.now)
            }
            try pollAway(number)
        default:
            try choose(number, step) { (facts) throws(ChoiceError) in
                switch (step.word(1), year) {
                case ("hold", _): return facts.hold(true)
                case ("resume", _): return facts.hold(false)
                case ("reset", _): return facts.reset()
                case ("rollback", let year?): return try facts.rollback(year)
                case ("unpin", let year?): return try facts.unpin(year)
                case ("pin", let year?):
                    let version = catalogue.version(year.number, step.number(3) ?? 1)
                    return try facts.pin(year, version?.short ?? "")
                default: return facts.hold(false)
                }
            }
        }
    }

    private func poller(
        _ number: Int, isCopy: Bool = false, isAway: Bool = false
    ) throws -> Poller {
        try fleet.machines[number].poller(
            isAway ? "\(workshop.root)/away" : workshop.site, root: firstRoot, now: workshop.now,
            isCopy: isCopy, catalogue)
    }

    private func choose(
        _ number: Int, _ step: Step,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) throws {
        do {
            let outcome = try poller(number).choose(isDryRun: false, decide)
            note("\(step.text) → \(outcome)")
        } catch {
            note("\(step.text) → \(error)")
        }
        try judgeServed(number, after: step.text)
    }

    /// Polls without a network: what was heard before counts.
    private func pollAway(_ number: Int) throws {
        let report = try poller(number, isAway: true).poll()
        note("machine \(number) poll-away → \(report.outcome.rawValue)")
        guard report.severity == .failed else {
            let machine = fleet.machines[number]
            throw Break(.statuses, "\(machine.name) polls nothing, ends with \(report.severity)")
        }
        try judgeServed(number, after: "poll-away")
    }

    /// Polls, and judges.
    func poll(_ number: Int, isCopy: Bool) throws {
        guard try Files.kind("\(workshop.site)/metadata") != nil else { return }
        var machine = fleet.machines[number]
        let view = Reader(site: workshop.site, root: machine.root ?? firstRoot)
            .view(now: workshop.now)
        let stored = try? Files.read(
            "\(machine.state.metadata)/timestamp.json", lengthBytesMax: 1 << 20)
        let isSameKey = machine.accepted.map { $0.keyIDs == view.keyIDs } ?? true
        let isOlder = isSameKey && Self.version(stored ?? []) > view.signed?.version ?? 0
        let before = machine
        machine.root = view.root
        let accepted = isOlder ? nil : view.signed
        if let accepted { machine.accepted = accepted }
        let report = try poller(number, isCopy: isCopy).poll()
        fleet.machines[number] = machine
        try judgeServed(number, after: "poll")
        note(
            "machine \(number) poll → \(report.outcome.rawValue) \(report.problem ?? "") "
                + "\(fleet.machines[number].served.mapValues(catalogue.name))")
        guard let accepted, !accepted.isMalformed else { return }
        let isWhole = accepted.entries.allSatisfy {
            catalogue.hasZip($0.key, $0.value.content, in: workshop.site)
        }
        let isGood =
            report.outcome == .updated || report.outcome == .upToDate || report.isOfChoiceAlone
        guard isGood || !isWhole else {
            throw Break(.machines, "\(machine.name) cannot poll: \(report.problem ?? "")")
        }
        for year in Set(HistoryMaker.years + [Theft.year]) {
            try judgeYear(year, number, before, accepted)
        }
        try judgeForgetting(number, before, accepted)
    }

    /// What holds at any time: whole bundles, and nothing that is recalled.
    private func judgeServed(_ number: Int, after moment: String) throws {
        let machine = fleet.machines[number]
        let served: [Int: ContentVersion]
        do {
            served = try machine.current()
        } catch {
            throw Break(.noMix, "\(machine.name) after \(moment): \(error)")
        }
        for (year, content) in served
        where machine.accepted?.recalled[year]?.contains(content) == true {
            throw Break(
                .recalls,
                "\(machine.name) serves \(catalogue.name(content)) of \(year) after \(moment)")
        }
        fleet.machines[number].served = served
        for (year, content) in served {
            fleet.machines[number].had[year, default: []].insert(content)
        }
    }

    /// Holds a season against the state that the machine has accepted.
    private func judgeYear(
        _ year: Int, _ number: Int, _ before: MachineRecord, _ accepted: Signed
    ) throws {
        let machine = fleet.machines[number]
        let choices = Memory(machine.state, .standard).choices
        let isChosen =
            choices.heldSinceUnixSeconds != nil
            || choices.pins.keys.contains { $0.number == year }
            || choices.rollbacks.keys.contains { $0.number == year }
        guard !isChosen else { return }
        let recalled = accepted.recalled[year] ?? []
        func free(_ content: ContentVersion?) -> ContentVersion? {
            content.flatMap { recalled.contains($0) ? nil : $0 }
        }
        let inside = free(machine.embedded[year]?.content)
        let kept = free(before.served[year])
        // What only a superseded key has signed may be dropped.
        let isForgotten = before.accepted.map { $0.keyIDs != accepted.keyIDs } ?? false
        let served = machine.served[year]
        var allowed: Set<ContentVersion?>
        if accepted.withdrawn.contains(year) {
            allowed = [inside]
        } else if let entry = accepted.entries[year], free(entry.content) != nil {
            allowed = try follows(entry, machine, kept: kept, inside: inside, isForgotten)
        } else {
            allowed = kept == nil || isForgotten ? [kept, inside, nil] : [kept]
        }
        // A program with a newer season inside may show that one.
        if let inside { allowed.insert(inside) }
        if kept == nil { allowed.formUnion((before.had[year] ?? []).compactMap { free($0) }) }
        guard allowed.contains(served) else {
            throw Break(
                .machines,
                "\(machine.name) serves \(catalogue.name(served)) of \(year), expected "
                    + allowed.map(catalogue.name).sorted().joined(separator: " or "))
        }
    }

    /// What a machine may serve of a season that is offered.
    private func follows(
        _ entry: Signed.Entry, _ machine: MachineRecord, kept: ContentVersion?,
        inside: ContentVersion?, _ isForgotten: Bool
    ) throws -> Set<ContentVersion?> {
        let year = catalogue.year(entry.content) ?? 0
        let isThere = catalogue.hasZip(year, entry.content, in: workshop.site)
        let opening = machine.opening(entry)
        let had = machine.had[year]?.contains(entry.content) == true
        // A random wait begins when a machine first hears of the content.
        if opening <= workshop.now, entry.course.holdOffSeconds == 0, isThere {
            return [entry.content]
        }
        var allowed: Set<ContentVersion?> = [kept]
        let mayFollow = opening <= workshop.now || had || kept == nil || isForgotten
        if mayFollow { allowed.insert(entry.content) }
        if kept == nil || isForgotten { allowed.formUnion([inside, nil]) }
        return allowed
    }

    /// After a rotation and a poll nothing of the thief's is left, unless the new key offers it.
    private func judgeForgetting(
        _ number: Int, _ before: MachineRecord, _ accepted: Signed
    ) throws {
        guard let theft, !accepted.keyIDs.contains(theft.key.publicKey.keyID) else { return }
        let offered = Set(accepted.entries.values.map(\.content))
        let kept = try fleet.machines[number].kept().filter {
            catalogue.content($0) == Catalogue.thiefsContent && !offered.contains($0)
        }
        guard kept.isEmpty else {
            throw Break(.forgets, "\(before.name) still has \(kept.count) of the thief's files")
        }
    }
}

extension PollReport {
    /// True if nothing was in the way but what people have chosen at the machine, which leaves a season empty.
    fileprivate var isOfChoiceAlone: Bool {
        let held = years.filter { $0.action == .heldBack }
        return outcome == .incomplete && !held.isEmpty
            && held.allSatisfy { year in
                year.entry == nil && year.family == .state
                    && year.candidates.contains { candidate in
                        candidate.failed.first.map { $0.rule == .hold || $0.rule == .pin } == true
                    }
            }
    }
}
