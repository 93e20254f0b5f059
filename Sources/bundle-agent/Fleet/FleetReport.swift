import BundleFormat
import UpdatePolicy

/// What many machines serve, side by side.
package struct FleetReport: Equatable, Sendable {
    /// The machines, in the order in which they were named.
    package let machines: [Machine]
    /// The version of each season that was published last, among those that some machine serves.
    package let newest: [BundleYear: ContentVersion]

    /// One machine.
    package struct Machine: Equatable, Sendable {
        /// Its name, as `ssh` takes it.
        package let host: String
        package let answer: Answer
        /// The seasons of which another machine serves a newer version, or that only other machines serve.
        package let behind: [BundleYear]

        /// The exit status that it adds to the report: that of `status` there, or ``ExitStatus/stale`` without an answer.
        package var exitStatus: Int32 {
            guard case .facts(let facts) = answer else { return ExitStatus.stale }
            return facts.exitStatus ?? ExitStatus.stale
        }
    }

    /// What a machine answered, or why it did not answer.
    package enum Answer: Equatable, Sendable {
        case facts(MachineFacts)
        case none(Silence)
    }

    /// Why a machine gave no answer.
    package enum Silence: Equatable, Sendable {
        /// Nothing came within the time limit, in seconds.
        case timedOut(seconds: Int)
        /// `ssh` itself failed; the last line that it printed.
        case unreachable(String)
        /// The machine has no such command.
        case noAgent
        /// The command failed there; its exit status and the last line that it printed.
        case failed(status: Int32, String)
        /// The answer is longer than this.
        case tooLong(bytesMax: Int)
        /// The answer is not what `status --json` prints; the text says why.
        case notUnderstood(String)
        /// No process could be started here; the text says why.
        case notAsked(String)
    }

    /// Compares the answers.
    package init(_ answers: [(host: String, answer: Answer)]) {
        var newest: [BundleYear: (version: ContentVersion, published: Int64)] = [:]
        for case (_, .facts(let facts)) in answers {
            for year in facts.years {
                guard let version = year.version else { continue }
                let published = year.publishedUnixSeconds ?? 0
                // Two contents may have the same second. Then the hash decides, so that the order of the
                // machines does not matter.
                if let known = newest[year.year],
                    (known.published, known.version.hex) >= (published, version.hex)
                {
                    continue
                }
                newest[year.year] = (version, published)
            }
        }
        self.newest = newest.mapValues { $0.version }
        machines = answers.map { host, answer in
            guard case .facts(let facts) = answer else {
                return Machine(host: host, answer: answer, behind: [])
            }
            let behind = newest.filter { (year, newest) in
                facts.years.first { $0.year == year }?.version != newest.version
            }.keys.sorted()
            return Machine(host: host, answer: answer, behind: behind)
        }
    }

    /// The exit status: the most serious one of all machines.
    package var exitStatus: Int32 { machines.map { $0.exitStatus }.max() ?? ExitStatus.done }
}
