import BundleArchive
import BundleFormat
import Files
import RepositoryTransport
import TUF

@testable import BundleUpdater
@testable import UpdatePolicy

/// Machines poll and obey the people at them; each is judged by what it serves then.
extension Run {
    /// Does what a machine's people, or its clock, ask for.
    ///
    /// - Throws: ``Break``.
    func act(_ number: Int, _ deed: Step.Deed) throws {
        switch deed {
        case .poll: try poll(number, isCopy: false)
        case .pollCopy: try poll(number, isCopy: true)
        case .pollAway: try pollAway(number)
        case .upgrade:
            guard folder.isGood else { return }
            for (year, content) in folder.contents {
                fleet.machines[number].embedded[year] = .init(
                    content: content, published: workshop.now)
            }
            try pollAway(number)
        case .hold: try choose(number, deed) { (facts) throws(ChoiceError) in facts.hold(true) }
        case .resume: try choose(number, deed) { (facts) throws(ChoiceError) in facts.hold(false) }
        case .reset: try choose(number, deed) { (facts) throws(ChoiceError) in facts.reset() }
        case .rollback(let year):
            guard let year = BundleYear(year) else { return }
            try choose(number, deed) { (facts) throws(ChoiceError) in try facts.rollback(year) }
        case .unpin(let year):
            guard let year = BundleYear(year) else { return }
            try choose(number, deed) { (facts) throws(ChoiceError) in try facts.unpin(year) }
        case .pin(let year, let content):
            guard let version = catalogue.version(year, content), let year = BundleYear(year)
            else { return }
            try choose(number, deed) { (facts) throws(ChoiceError) in
                try facts.pin(year, version.short)
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
        _ number: Int, _ deed: Step.Deed,
        _ decide: (ChoiceFacts) throws(ChoiceError) -> ChoiceFacts.Change
    ) throws {
        let agent = try poller(number)
        let outcome: Poller.ChoiceOutcome
        do throws(AgentError) {
            outcome = try agent.choose(isDryRun: false, decide)
        } catch {
            return note("m\(number) \(deed) → \(error)")
        }
        note("m\(number) \(deed) → \(outcome)")
        try judgeServed(number, "after \(deed)", mayFollow: false, isChosen: true)
    }

    /// Polls without a network: what was heard before counts.
    private func pollAway(_ number: Int) throws {
        let report = try poller(number, isAway: true).poll()
        note("m\(number) poll-away → \(report.outcome.rawValue)")
        guard report.exitStatus == 1 else {
            throw Break(
                .oneTroubleOneStatus,
                "\(name(number)) polls nothing and ends with \(report.exitStatus)")
        }
        try judgeServed(number, "without a network", mayFollow: false)
    }

    /// Polls, and judges.
    func poll(_ number: Int, isCopy: Bool) throws {
        guard try Files.kind("\(workshop.site)/metadata") != nil else { return }
        let dry = try dryStatus(number, isCopy: isCopy)
        let report = try poller(number, isCopy: isCopy).poll()
        try judgeStatus(number, dry: dry, report)
        try judgeAgain(number, isCopy: isCopy, report)
        note(
            "m\(number) poll → \(report.outcome.rawValue) \(report.problem ?? "") \(fleet.machines[number].served)"
        )
        if let expires = siteExpires, expires <= workshop.now {
            return try judgeServed(number, "after a poll", mayFollow: false)
        }
        let isGood =
            report.outcome == .updated || report.outcome == .upToDate || report.isOfChoiceAlone
        if meaning.counts, !isGood {
            let held = report.years.filter { $0.action == .heldBack }.map {
                "\($0.year): \($0.reason)"
            }
            throw Break(
                meaning.theft == .over ? .recoveryWorks : .everyoneFollows,
                "\(name(number)) cannot poll: \(report.problem ?? held.joined(separator: ", "))")
        }
        if report.hasNews { try judgeVersions(number) }
        // What was decided since the key was replaced is not signed yet: no machine can have heard of it.
        if meaning.counts, isGood, !meaning.awaitsPublish {
            fleet.machines[number].heard = meaning.recalled
        }
        try judgeServed(number, "after a poll", mayFollow: true)
        guard meaning.counts, isGood, !meaning.awaitsPublish else { return }
        fleet.machines[number].generation = generation
        try judgeRecalled(number)
        if meaning.theft == .over { try judgeForgetting(number) }
    }

    func name(_ number: Int) -> String { "machine \(number) (\(Fleet.kinds[number].name))" }

    /// When the repository's timestamp expires; nil where it cannot be read.
    var siteExpires: Int64? {
        guard
            let bytes = try? Files.read(
                "\(workshop.site)/metadata/timestamp.json", lengthBytesMax: 1 << 20)
        else { return nil }
        return (try? SignedMetadata(bytes, role: .timestamp))?.expires.unixSeconds
    }

    // MARK: Judging

    /// The same trouble has the same exit status, whichever way it is met.
    private func judgeStatus(_ number: Int, dry: Int32?, _ report: PollReport) throws {
        guard let dry, dry != report.exitStatus else { return }
        // A dry run downloads no season, so it does not meet what a thief has signed falsely about a zip.
        if dry == 0, report.outcome == .incomplete, meaning.theft != .none { return }
        throw Break(
            .oneTroubleOneStatus,
            "\(name(number)): poll ends with \(report.exitStatus), poll --dry-run with \(dry): "
                + (report.problem ?? ""))
    }

    /// Polls a second time: it finds the same trouble.
    ///
    /// It takes time, so only some histories ask.
    private func judgeAgain(_ number: Int, isCopy: Bool, _ report: PollReport) throws {
        guard history.seed % 4 == 1 else { return }
        let again = try poller(number, isCopy: isCopy).poll()
        guard again.exitStatus != report.exitStatus else { return }
        throw Break(
            .oneTroubleOneStatus,
            "\(name(number)): the first poll ends with \(report.exitStatus), the next with "
                + "\(again.exitStatus): \(again.problem ?? report.problem ?? "")")
    }

    /// How a poll would end; nil where that is not asked in this history, because it takes time.
    private func dryStatus(_ number: Int, isCopy: Bool) throws -> Int32? {
        guard history.seed % 4 == 0 else { return nil }
        let agent = try poller(number, isCopy: isCopy)
        do throws(AgentError) {
            return try agent.preview().exitStatus
        } catch {
            return error.family.ofCopy(isCopy).exitStatus
        }
    }

    /// Versions never go back, but where the key that signed them was replaced.
    private func judgeVersions(_ number: Int) throws {
        let path = "\(fleet.machines[number].state.metadata)/timestamp.json"
        guard let bytes = try? Files.read(path, lengthBytesMax: 1 << 20),
            let version = (try? SignedMetadata(bytes, role: .timestamp))?.version
        else { return }
        let known = fleet.machines[number].known
        // Until the publish that follows, the key before the newest has signed what is there.
        let generation = meaning.awaitsPublish ? generation - 1 : generation
        if known.generation == generation, version < known.version {
            throw Break(
                .neverOlder, "\(name(number)) took version \(version) after \(known.version)")
        }
        fleet.machines[number].known = (version, generation)
    }

    private func judgeServed(
        _ number: Int, _ moment: String, mayFollow: Bool, isChosen: Bool = false
    ) throws {
        let versions: [Int: ContentVersion]
        do {
            versions = try fleet.machines[number].current()
        } catch {
            throw Break(.noMix, "\(name(number)) \(moment): \(error)")
        }
        let before = fleet.machines[number].served
        var served: [Int: Int] = [:]
        for (year, version) in versions {
            guard let content = catalogue.content(version) else {
                throw Break(.noMix, "\(name(number)) serves an unknown content of \(year)")
            }
            served[year] = content
            if content == Catalogue.thiefsContent, fleet.machines[number].hasForgotten {
                throw Break(
                    .thiefIsForgotten, "\(name(number)) serves the thief's content \(moment)")
            }
            if fleet.machines[number].heard[year]?.contains(content) == true,
                meaning.isRecalled(year, content), meaning.theft != .running
            {
                throw Break(
                    .recalledStaysRecalled,
                    "\(name(number)) has heard of it and serves content \(content) of \(year) \(moment)"
                )
            }
            guard before[year] != content, meaning.counts, !isChosen else { continue }
            try judgeSwitch(number, year, from: before[year], to: content)
        }
        fleet.machines[number].served = served
        for (year, content) in served {
            fleet.machines[number].had[year, default: []].insert(content)
        }
    }

    /// A season is switched only to what is offered and has its turn, or to what is inside the program;
    /// but away from what is recalled.
    private func judgeSwitch(_ number: Int, _ year: Int, from old: Int?, to new: Int) throws {
        let machine = fleet.machines[number]
        guard machine.embedded[year]?.content != new else { return }
        if let old, meaning.isRecalled(year, old) || old == Catalogue.thiefsContent { return }
        guard let offer = meaning.offers[year], offer.content == new else { return }
        // Somebody has pinned it before it was here: that counts before the waves.
        let pins = Memory(machine.state, .standard).choices.pins
        if let pin = pins.first(where: { $0.key.number == year }),
            catalogue.content(pin.value.version) == new
        {
            return
        }
        if offer.stoppedAt != nil, machine.had[year]?.contains(new) != true {
            throw Break(
                .stoppedIsStopped,
                "\(name(number)) follows content \(new) of \(year) after waves stop")
        }
        let opening = opening(offer, number, year)
        // What it served was signed by the replaced key alone: it takes what is offered, or has nothing.
        // It may have had nothing of the season since then.
        let hasLostItsOwn =
            machine.generation != generation || old == nil && machine.had[year]?.isEmpty == false
        if offer.stoppedAt == nil, !offer.course.isEmpty, opening > workshop.now, !hasLostItsOwn {
            throw Break(
                .stoppedIsStopped,
                "\(name(number)) follows content \(new) of \(year) before its wave")
        }
    }

    /// When a machine follows an offer, in seconds since 1970.
    func opening(_ offer: Meaning.Offer, _ number: Int, _ year: Int) -> Int64 {
        let course = offer.course
        guard !course.isEmpty, let version = catalogue.version(year, offer.content) else {
            return offer.published
        }
        let wave: Meaning.Wave?
        if let configured = fleet.machines[number].kind.wave {
            wave = course[min(configured, course.count) - 1]
        } else {
            let digest = ContentHasher.hex(
                of: Array("\(fleet.machines[number].identity)\n\(version.hex)".utf8))
            let place = Int((UInt64(digest.prefix(15), radix: 16) ?? 0) % 10_000)
            wave = course.first { place < $0.percent * 100 }
        }
        return wave.map { offer.published + Int64($0.hours) * 3_600 } ?? .max
    }

    /// Nothing that is recalled is served by a machine that has polled.
    private func judgeRecalled(_ number: Int) throws {
        for (year, content) in fleet.machines[number].served
        where meaning.isRecalled(year, content) {
            throw Break(
                .recalledStaysRecalled,
                "\(name(number)) has polled and serves content \(content) of \(year)")
        }
    }

    /// After a recovery and a poll nothing of the thief's is left, whoever asks for it.
    private func judgeForgetting(_ number: Int) throws {
        let kept = try fleet.machines[number].kept().filter {
            catalogue.content($0) == Catalogue.thiefsContent
        }
        guard kept.isEmpty else {
            throw Break(
                .thiefIsForgotten, "\(name(number)) still has the thief's \(kept.count) files")
        }
        fleet.machines[number].hasForgotten = true
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
