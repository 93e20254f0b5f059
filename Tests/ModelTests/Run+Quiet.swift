import BundleFormat

@testable import BundleUpdater
@testable import UpdatePolicy

/// The quiet time behind a history: everything is put right, and everybody polls.
extension Run {
    /// Puts everything right as the documents say, and holds every machine against what is meant.
    ///
    /// - Throws: ``Break``.
    func quiet() throws {
        pass(Self.pace)
        workshop.cache = .warm
        try mendFolder()
        if meaning.theft == .running || newestSigned > workshop.now + 60 || meaning.isTorn {
            try perform(.rotate(publishes: false))
            pass(Self.pace)
        }
        try perform(.publish(Step.Terms()))
        pass(30 * 3_600)
        if history.seed % 4 == 0 { try perform(.refresh) }
        guard meaning.counts, !meaning.awaitsPublish, newestSigned <= workshop.now else { return }
        for number in fleet.machines.indices where isAskedInQuiet(number) {
            let choices = Memory(fleet.machines[number].state, .standard).choices
            if choices.heldSinceUnixSeconds != nil { try act(number, .resume) }
            for year in choices.pins.keys { try act(number, .unpin(year.number)) }
            pass(Self.pace)
            try poll(number, isCopy: false)
            if hasHoldOff {
                pass(3_600)
                try poll(number, isCopy: false)
            }
            try judgeQuiet(number)
        }
    }

    /// Machines that have done something, and one that is fresh: the others would say the same.
    private func isAskedInQuiet(_ number: Int) -> Bool {
        let machine = fleet.machines[number]
        return !machine.had.isEmpty || number == Int(history.seed % UInt64(Fleet.kinds.count))
    }

    /// Whether a machine may wait before it fetches.
    private var hasHoldOff: Bool { meaning.offers.contains { $0.value.holdOffSeconds > 0 } }

    /// Every season of the folder has a content that may be published, and its table.
    private func mendFolder() throws {
        let before = folder
        if folder.sources.isEmpty { folder.edit(2021, 1, alone: false) }
        for (year, source) in folder.sources.sorted(by: { $0.key < $1.key }) {
            let content = folder.content(year)
            guard let content, !meaning.mayBeRefused(year, content) else {
                let free = (1...HistoryMaker.contentsCount).first {
                    !meaning.mayBeRefused(year, $0) && !meaning.isRolledBack(year, $0)
                }
                if let free {
                    folder.edit(year, free, alone: false)
                } else {
                    folder.sources[year] = nil
                }
                continue
            }
            _ = source
        }
        folder.renewTables()
        for year in folder.mistaken { folder.sources[year] = nil }
        if folder.sources.isEmpty { return }
        try folder.write(to: workshop.bundles, replacing: before)
    }

    /// A rollback on a machine never leaves a season empty that is offered and not recalled.
    private func judgeRolledBack(_ number: Int, _ year: Int, _ offer: Meaning.Offer) throws {
        guard fleet.machines[number].served[year] == nil, offer.stoppedAt == nil,
            opening(offer, number, year) <= workshop.now - 3_600,
            !meaning.mayBeRefused(year, offer.content)
        else { return }
        throw Break(
            .everyoneFollows,
            "\(name(number)) serves nothing of \(year) after a rollback, offered is content \(offer.content)"
        )
    }

    /// A machine serves what is offered, but where its own people or its program say otherwise.
    private func judgeQuiet(_ number: Int) throws {
        let machine = fleet.machines[number]
        let choices = Memory(machine.state, .standard).choices
        for (year, offer) in meaning.offers {
            if choices.rollbacks.keys.contains(where: { $0.number == year }) {
                try judgeRolledBack(number, year, offer)
                continue
            }
            if let inside = machine.embedded[year], inside.published > offer.published { continue }
            let opening = opening(offer, number, year)
            // A machine that a stop has left behind serves what it served.
            if opening > workshop.now - 3_600 || offer.stoppedAt != nil { continue }
            if meaning.blindRecalls[year]?.contains(offer.content) == true { continue }
            let isWithdrawn = meaning.isRecalled(year, offer.content)
            let wanted = isWithdrawn ? machine.embedded[year]?.content : offer.content
            if isWithdrawn, let wanted, meaning.mayBeRefused(year, wanted) { continue }
            guard machine.served[year] == wanted else {
                throw Break(
                    meaning.theft == .over ? .recoveryWorks : .everyoneFollows,
                    "\(name(number)) serves \(machine.served[year].map { "content \($0)" } ?? "nothing") "
                        + "of \(year), meant is \(wanted.map { "content \($0)" } ?? "nothing")")
            }
        }
    }
}
