import BundleFormat
import BundleUpdater
import Files
import RepositoryTransport
import SeasonClient
import TUF

/// Machines with real agents that poll after each command; what they show follows from the rules alone.
///
/// Each is configured for a wave, so that no hash decides whom a content reaches.
struct Machines {
    private struct Machine {
        let wave: Int
        /// The content of each season that it shows.
        var shows: [Int: Int] = [:]
        /// Everything that it has shown.
        var had: [Int: Set<Int>] = [:]
    }

    private var machines = [Machine(wave: 1), Machine(wave: 2)]
    /// The last state that counted; nil before the first publish.
    private var accepted: State?

    /// Polls on all machines.
    ///
    /// - Parameters:
    ///   - state: what is live; nil if what the repository has counts for nothing.
    ///   - isOfNewKey: whether another key signs than before, so that machines may forget what the older one had signed.
    mutating func poll(_ world: World, _ state: State?, isOfNewKey: Bool = false) throws {
        // TUF: nothing older than what a machine has accepted.
        let isAccepted = state.map { $0.version >= accepted?.version ?? 0 } ?? false
        if isAccepted { accepted = state }
        guard let accepted else { return }
        for number in machines.indices {
            let machine = machines[number]
            let path = "\(world.root)/machine-\(machine.wave)"
            let shows = try Self.poll(world, machine.wave, path)
            for year in [2024, 2025] {
                var allowed = Self.allowed(year, machine, accepted, world.now, isOfNewKey)
                if !isAccepted { allowed.insert(machine.shows[year]) }
                let isRecalled = shows[year].map { accepted.isRecalled(year, $0) } ?? false
                guard allowed.contains(shows[year]), !isRecalled else {
                    throw Break(
                        .machines,
                        "a machine of wave \(machine.wave) shows \(shows[year] as Int?) of \(year), not one of "
                            + "\(allowed)")
                }
            }
            machines[number].shows = shows
            machines[number].had.merge(shows.mapValues { [$0] }) { $0.union($1) }
        }
    }

    /// What a machine may show of a season; nil stands for the content inside its program, which is none.
    private static func allowed(
        _ year: Int, _ machine: Machine, _ state: State, _ now: Int64, _ isOfNewKey: Bool
    ) -> Set<Int?> {
        // Rule 7: no machine serves what is recalled, and a withdrawn year shows nothing.
        if state.withdrawn.contains(year) { return [nil] }
        let kept = machine.shows[year].flatMap { state.isRecalled(year, $0) ? nil : $0 }
        var allowed: Set<Int?> = [kept]
        if kept == nil || isOfNewKey { allowed.insert(nil) }
        // A removed season stays on machines as it is.
        guard let offer = state.shown[year] else { return allowed }
        let opens = opening(offer, machine.wave) <= now
        if opens, offer.rollout?.holdOffSeconds ?? 0 == 0 { return [offer.content] }
        let had = machine.had[year] ?? []
        // A machine may wait before a download; one that has nothing to show need not wait for its wave.
        if opens || kept == nil || isOfNewKey || had.contains(offer.content) {
            allowed.insert(offer.content)
        }
        if kept == nil { allowed.formUnion(had.filter { !state.isRecalled(year, $0) }) }
        return allowed
    }

    /// The second from which on a machine follows; the largest number if it never does.
    private static func opening(_ offer: State.Shown, _ wave: Int) -> Int64 {
        guard let rollout = offer.rollout, !rollout.waves.isEmpty || rollout.isStopped else {
            return offer.published
        }
        guard !rollout.isStopped else { return .max }
        let waves = rollout.waves
        let own = waves.count >= wave ? waves[wave - 1] : waves.last { $0.percent == 100 }
        return own.map { offer.published + Int64($0.afterSeconds) } ?? .max
    }

    /// Polls once; the result is the content of each season that a reader of `current` finds.
    private static func poll(_ world: World, _ wave: Int, _ path: String) throws -> [Int: Int] {
        let state = StateFolder("\(path)/state")
        try Files.createDirectoriesAndSync(path)
        var options = Poller.Options()
        options.wave = wave
        options.machineIDFile = "\(path)/machine-id"
        options.random = { 0.5 }
        let repository = Poller.Repository(
            packagedRoot: try world.firstRoot(),
            mirrors: [Mirror(address: world.site, fetcher: FileFetcher(folder: world.site))])
        let now = world.now
        _ = Poller(
            state: state, embedded: EmbeddedSet(paths: []) { _ in [] }, repository: repository,
            options: options, clock: { now }
        ).poll()
        guard try Files.kind(state.current) != nil else { return [:] }
        let index = try SetIndex.decode(
            Files.read("\(state.current)/\(SetIndex.fileName)", lengthBytesMax: 1 << 20))
        var shows: [Int: Int] = [:]
        for (year, entry) in index.entries {
            shows[year.number] = world.content(year.number, entry.version)
        }
        return shows
    }
}
