import BundleArchive
import BundleFormat
import Files
import SeasonClient

/// Carries out the steps of several years; they wait for the disk and are tested together, and each fails
/// by itself.
struct YearLoading {
    let loader: Loader
    let options: Poller.Options
    let inventory: Inventory

    /// Loads the bundles of several years.
    func load(_ plans: [YearPlan]) -> [BundleYear: AgentError] {
        var failures = Failures()
        var failedTests: [BundleYear: AgentError] = [:]
        let bundles = stage(plans, &failedTests, &failures)
        place(bundles, &failures)
        for staged in bundles where failures.byYear[staged.year] == nil {
            let failed = failedTests[staged.year]
            if case .selfTest = failed, let damage = damage(of: staged) {
                // The test has seen other bytes than those that were verified.
                failures.byYear[staged.year] = damage
                continue
            }
            // A bundle that fails its test stays on the disk, because it may pass another program's test.
            failures.byYear[staged.year] = failed
        }
        return failures.byYear
    }

    /// What has changed in a bundle since it was verified; nil for nothing.
    private func damage(of staged: Loader.Staged) -> AgentError? {
        do throws(ArchiveError) {
            try BundleVerifier.verify(
                directory: loader.state.bundle(staged.year, staged.version),
                expecting: staged.version, limits: loader.limits.bundle)
            return nil
        } catch {
            return .selfTestUndecided("the season's files have changed on the disk: \(error)")
        }
    }

    /// Makes each year's bundle next to its place, and tests all while the disk writes them.
    private func stage(
        _ plans: [YearPlan], _ failedTests: inout [BundleYear: AgentError],
        _ failures: inout Failures
    ) -> [Loader.Staged] {
        var bundles: [Loader.Staged] = []
        var untested: [(year: BundleYear, folder: String)] = []
        let files = DiskTurns()
        var end: AgentError?
        loader.fetchTogether(plans)
        for plan in plans {
            if let end, plan.step != .keep {
                failures.byYear[plan.year] = end
                continue
            }
            failures.attempt(plan.year) { () throws(AgentError) in
                guard var staged = try loader.stage(plan) else { return }
                if let written = staged.written.take() { files.add(plan.year, written) }
                if plan.needsTest(inventory) { untested.append((plan.year, staged.folder)) }
                bundles.append(staged)
            }
            // The agent was asked to end: it downloads no more, but switches to what is loaded.
            if let error = failures.byYear[plan.year], error.family == .cancelled { end = error }
        }
        files.begin()
        if let test = options.selfTest {
            failedTests = test.failures(of: untested, isCancelled: options.isCutShort)
        }
        failures.add(files.finish())
        return bundles
    }

    /// Renames the bundles to their places.
    private func place(_ bundles: [Loader.Staged], _ failures: inout Failures) {
        let names = DiskTurns()
        for staged in bundles {
            failures.attempt(staged.year) { () throws(AgentError) in
                names.add(staged.year, try loader.place(staged))
            }
        }
        failures.add(names.finish())
    }

    /// The years that failed, each with its first error.
    private struct Failures {
        var byYear: [BundleYear: AgentError] = [:]

        /// Runs `body` for a year, unless the year has failed.
        mutating func attempt(_ year: BundleYear, _ body: () throws(AgentError) -> Void) {
            guard byYear[year] == nil else { return }
            do throws(AgentError) {
                try body()
            } catch {
                byYear[year] = error
            }
        }

        /// Adds the years that the disk could not write.
        mutating func add(_ errors: [BundleYear: FileError]) {
            byYear.merge(errors.mapValues { .file($0) }) { first, _ in first }
        }
    }
}

/// Syncs the bundles of a plan in turns, while the next bundles are written.
final class DiskTurns {
    /// The number of files and folders at which a turn begins.
    ///
    /// Two turns and the bundle that is being written then keep open at most half of the descriptors that a
    /// process usually may open.
    private static let descriptorsMax = 128

    private var next: [(year: BundleYear, group: DiskWait.Group)] = []
    private var turn: (years: [BundleYear], wait: DiskWait)?
    private var failed: [BundleYear: FileError] = [:]

    /// Adds the files that a year has written; begins a turn if they are enough for one.
    func add(_ year: BundleYear, _ group: DiskWait.Group) {
        next.append((year, group))
        if next.reduce(0, { $0 + $1.group.count }) > Self.descriptorsMax { begin() }
    }

    /// Begins a turn with the added files, as soon as the turn before it is over.
    func begin() {
        end()
        guard !next.isEmpty else { return }
        turn = (next.map(\.year), DiskWait(next.map(\.group)))
        next = []
    }

    /// Returns when the disk has everything that was added, or has failed.
    func finish() -> [BundleYear: FileError] {
        begin()
        end()
        return failed
    }

    private func end() {
        guard let turn else { return }
        for (year, failure) in zip(turn.years, turn.wait.end()) where failure != nil {
            failed[year] = failure
        }
        self.turn = nil
    }
}
