import BundleFormat
import TUF

/// The effects of a poll by replay: everything stays in memory, and the host keeps it after the poll.
final class MemoryEffects: PollEffects {
    private let facts: PollFacts
    private let answers: GivenAnswers
    private var inventory = Inventory.empty
    let metadata: MemoryStore
    private(set) var memory: Memory
    private(set) var bundles: [(bundle: StoredBundle, zip: [UInt8])] = []
    private(set) var unneeded: Set<StoredBundle> = []

    init(_ facts: PollFacts, _ kept: KeptFiles, _ answers: GivenAnswers) {
        self.facts = facts
        self.answers = answers
        metadata = MemoryStore(files: kept.trusted)
        memory = kept.memory
        for bundle in facts.stored {
            inventory.bundles[bundle.year, default: []].insert(bundle.version)
        }
        for (year, entry) in facts.embedded.entries {
            inventory.embedded[year] = entry.version
            inventory.embeddedPublished[year] = entry.publishedUnixSeconds
            // What is inside the program needs no place of its own.
            inventory.bundles[year, default: []].insert(entry.version)
        }
        guard !kept.served.entries.isEmpty else { return }
        inventory.sets = earlierSets(than: kept.served)
        serve(kept.served, as: inventory.sets.count + 1)
    }

    /// Sets of the earlier contents that the host still keeps; the last set has the newest of each year.
    ///
    /// A host stores no set but the one in use. With these sets a season whose content is recalled goes back to the content
    /// before it, as on the agent. The memory knows each content that was offered; any other zip is not needed.
    private func earlierSets(than served: SetIndex) -> [SetRecord] {
        var earlier: [(year: BundleYear, entry: SetIndex.Entry)] = []
        for bundle in facts.stored {
            let (year, version) = (bundle.year, bundle.version)
            guard version != served.entries[year]?.version, version != inventory.embedded[year],
                let content = memory.vouched.contents[year]?[version]
            else { continue }
            let entry = SetIndex.Entry(
                version: version, origin: .downloaded,
                publishedUnixSeconds: content.publishedUnixSeconds)
            earlier.append((year, entry))
        }
        earlier.sort { first, second in
            let (first, second) = (first.entry, second.entry)
            let times = (first.publishedUnixSeconds ?? 0, second.publishedUnixSeconds ?? 0)
            return times.0 == times.1 ? first.version.hex < second.version.hex : times.0 > times.1
        }
        // From the newest on, each content goes into the first set without its year.
        var sets: [SetIndex] = []
        for (year, entry) in earlier {
            let at = sets.firstIndex { $0.entries[year] == nil } ?? sets.count
            if at == sets.count { sets.append(SetIndex()) }
            sets[at].entries[year] = entry
        }
        return sets.reversed().enumerated().map {
            SetRecord(number: $0.offset + 1, index: $0.element, isWhole: true)
        }
    }

    private func serve(_ index: SetIndex, as number: Int) {
        inventory.sets.append(SetRecord(number: number, index: index, isWhole: true))
        inventory.currentNumber = number
    }

    func gather() -> Inventory { inventory }

    func restore(_ inventory: inout Inventory) {}

    /// Fetches zips, side by side if the host can; a season that the renderer could not use fails its test.
    ///
    /// Such a zip is not kept: the host draws each season that comes, so it draws this one again when it is tried again.
    func load(
        _ plans: [YearPlan], _: Inventory, _ downloads: Downloads?
    ) -> [BundleYear: AgentError] {
        guard let downloads else { return [:] }
        var zips: [(offer: Offer, year: BundleYear, partial: ZipInMemory)] = []
        for plan in plans {
            if let offer = plan.step.offer { zips.append((offer, plan.year, ZipInMemory())) }
        }
        if zips.count > 1 {
            downloads.fetchTogether(zips.map { ($0.offer, $0.year, $0.partial) })
        }
        var failed: [BundleYear: AgentError] = [:]
        for (offer, year, partial) in zips {
            do throws(UpdateError) {
                try downloads.fetch(offer, year, to: partial)
                if let problem = facts.unusable[year] {
                    failed[year] = .selfTest(problem)
                    continue
                }
                let bundle = StoredBundle(year: year, version: offer.custom.version)
                bundles.append((bundle, partial.bytes))
                inventory.bundles[year, default: []].insert(bundle.version)
                unneeded.remove(bundle)
            } catch {
                failed[year] = .update(error)
            }
        }
        return failed
    }

    func bring(_ plan: YearPlan, _ downloads: Downloads) throws(AgentError) {
        if let error = load([plan], inventory, downloads)[plan.year] { throw error }
    }

    func switchTo(_ index: SetIndex, as number: Int, before: SetIndex, _ plans: [YearPlan]) {
        serve(index, as: number)
    }

    func reap(_ plan: ReapPlan) {
        let paths = Set(plan.deletions)
        for bundle in facts.stored
        where paths.contains("bundles/\(bundle.year)/\(bundle.version.hex)") {
            unneeded.insert(bundle)
        }
    }

    func save(_ memory: Memory) { self.memory = memory }

    func limitTime(_ isLimited: Bool) {}

    /// A run without all its answers is thrown away, so it need not go on.
    var isCancelled: Bool { answers.isAbandoned }
}

/// A zip that is fetched into memory; no earlier poll has left a part of it.
private final class ZipInMemory: PartialFile {
    private(set) var bytes: [UInt8] = []
    var lengthBytes: Int { bytes.count }
    let validator: Validator? = nil

    func read(_ sink: (UnsafeRawBufferPointer) -> Void) { bytes.withUnsafeBytes(sink) }
    func restart(_ validator: Validator?) { bytes = [] }
    func append(_ piece: UnsafeRawBufferPointer) { bytes += piece }
}
