import BundleFormat
import UpdatePolicy

/// What many machines serve, side by side.
struct FleetReport: Equatable, Sendable {
    /// The machines, in the order in which they were named.
    let machines: [Machine]
    /// The version of each season that was published last, among those that some machine serves.
    let newest: [BundleYear: ContentVersion]

    /// One machine.
    struct Machine: Equatable, Sendable {
        /// Its name, as `ssh` takes it.
        let host: String
        let answer: Answer
        /// The seasons of which another machine serves a newer version, or that only other machines serve.
        let behind: [BundleYear]

        /// The exit status that it adds to the report: that of `status` there, or ``ExitStatus/stale`` without an answer.
        var exitStatus: Int32 {
            if case .facts(let facts) = answer { facts.exitStatus } else { ExitStatus.stale }
        }
    }

    /// What a machine answered.
    enum Answer: Equatable, Sendable {
        case facts(MachineFacts)
        /// It gave no answer; the sentence says why.
        case none(String)
    }

    /// Compares the answers.
    init(_ answers: [(host: String, answer: Answer)]) {
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
    var exitStatus: Int32 { machines.map { $0.exitStatus }.max() ?? ExitStatus.done }
}
