import BundleFormat
import Files

/// The years of a plan on their way to the disk: some at a time, while the next are written.
package final class DiskTurns {
    /// Files and folders from which on a turn begins: with the turn before it and the bundle that is being
    /// written that is half of what a process may mostly have open.
    private static let descriptorsMax = 128

    private var next: [(year: BundleYear, group: DiskWait.Group)] = []
    private var turn: (years: [BundleYear], wait: DiskWait)?
    private var failed: [BundleYear: FileError] = [:]

    /// Adds what a year has written; a turn begins where it is enough for one.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - group: the files to sync; they stay open until their turn is over.
    package func add(_ year: BundleYear, _ group: DiskWait.Group) {
        next.append((year, group))
        if next.reduce(0, { $0 + $1.group.count }) > Self.descriptorsMax { begin() }
    }

    /// Begins a turn with what was added, when the one before it is over.
    package func begin() {
        end()
        guard !next.isEmpty else { return }
        turn = (next.map(\.year), DiskWait(next.map(\.group)))
        next = []
    }

    /// Returns when all that was added is on the disk, or the disk has failed.
    ///
    /// - Returns: the years that may not be there, each with what the disk said.
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
