import BundleFormat
import Files

/// Syncs the bundles of a plan in turns, while the next bundles are written.
package final class DiskTurns {
    /// The number of files and folders at which a turn begins.
    ///
    /// Two turns and the bundle that is being written then keep open at most half of the descriptors that a
    /// process usually may open.
    private static let descriptorsMax = 128

    private var next: [(year: BundleYear, group: DiskWait.Group)] = []
    private var turn: (years: [BundleYear], wait: DiskWait)?
    private var failed: [BundleYear: FileError] = [:]

    /// Adds the files that a year has written; begins a turn if they are enough for one.
    package func add(_ year: BundleYear, _ group: DiskWait.Group) {
        next.append((year, group))
        if next.reduce(0, { $0 + $1.group.count }) > Self.descriptorsMax { begin() }
    }

    /// Begins a turn with the added files, as soon as the turn before it is over.
    package func begin() {
        end()
        guard !next.isEmpty else { return }
        turn = (next.map(\.year), DiskWait(next.map(\.group)))
        next = []
    }

    /// Returns when the disk has everything that was added, or has failed.
    package func finish() -> [BundleYear: FileError] {
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
