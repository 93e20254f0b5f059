import BundleFormat
import TUF
import UpdatePolicy

/// The effects of a poll by replay: everything stays in memory, and the host keeps it after the poll.
final class MemoryEffects: PollEffects {
    private let facts: PollFacts
    private let answers: GivenAnswers
    private var inventory = Inventory.empty
    /// The trusted metadata.
    let metadata: MemoryStore
    private(set) var memory: Memory
    /// New zips.
    private(set) var bundles: [(bundle: StoredBundle, zip: [UInt8])] = []
    /// What the host keeps and nothing needs any more.
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

    /// Sets with the contents that the host still has of the time before, the newest last.
    ///
    /// A host keeps the set in use alone. So a season whose content is recalled goes back to the one before, as on the agent.
    /// A zip that the memory does not know was never served: nothing needs it.
    private func earlierSets(than served: SetIndex) -> [SetRecord] {
        var earlier: [BundleYear: [SetIndex.Entry]] = [:]
        for bundle in facts.stored {
            let (year, version) = (bundle.year, bundle.version)
            guard version != served.entries[year]?.version, version != inventory.embedded[year],
                let content = memory.vouched.contents[year]?[version]
            else { continue }
            earlier[year, default: []].append(
                SetIndex.Entry(
                    version: version, origin: .downloaded,
                    publishedUnixSeconds: content.publishedUnixSeconds))
        }
        // The newest of each year in the first.
        var sets: [SetIndex] = []
        for (year, entries) in earlier {
            let sorted = entries.sorted { first, second in
                let times = (first.publishedUnixSeconds ?? 0, second.publishedUnixSeconds ?? 0)
                return times.0 == times.1
                    ? first.version.hex < second.version.hex : times.0 > times.1
            }
            for (at, entry) in sorted.enumerated() {
                if at == sets.count { sets.append(SetIndex()) }
                sets[at].entries[year] = entry
            }
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
        var zips: [(offer: Offer, year: BundleYear, partial: any PartialFile)] = []
        for plan in plans {
            if let offer = plan.step.offer { zips.append((offer, plan.year, ZipInMemory())) }
        }
        if zips.count > 1 { downloads?.fetchTogether(zips) }
        var failed: [BundleYear: AgentError] = [:]
        for (offer, year, partial) in zips {
            do throws(UpdateError) {
                try downloads?.fetch(offer, year, to: partial)
                if let problem = facts.unusable[year] {
                    failed[year] = .selfTest(problem)
                    continue
                }
                let bundle = StoredBundle(year: year, version: offer.custom.version)
                bundles.append((bundle, partial.allBytes))
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

    func launch(_ launch: SetLaunch) { serve(launch.index, as: launch.number) }

    func reap(_ plan: ReapPlan) {
        let paths = Set(plan.deletions.map { $0.path })
        for bundle in facts.stored
        where paths.contains("bundles/\(bundle.year)/\(bundle.version.hex)") {
            unneeded.insert(bundle)
        }
    }

    func save(_ memory: Memory) { self.memory = memory }

    func commit(_ metadata: OverlayStore) throws(AgentError) {
        do throws(StoreError) {
            try metadata.commit()
        } catch {
            throw .update(.store(error))
        }
    }

    func limitTime(_ isLimited: Bool) {}

    /// A run without all its answers is thrown away, so it need not go on.
    var isCancelled: Bool { answers.isAbandoned }
}

/// A zip that comes whole.
private final class ZipInMemory: PartialFile {
    private(set) var bytes: [UInt8] = []
    var lengthBytes: Int { bytes.count }
    let validator: Validator? = nil

    func read(_ sink: (UnsafeRawBufferPointer) -> Void) { bytes.withUnsafeBytes(sink) }
    func restart(_ validator: Validator?) { bytes = [] }
    func append(_ piece: UnsafeRawBufferPointer) { bytes += piece }
}

extension PartialFile {
    fileprivate var allBytes: [UInt8] {
        var all: [UInt8] = []
        try? read { all += $0 }
        return all
    }
}
