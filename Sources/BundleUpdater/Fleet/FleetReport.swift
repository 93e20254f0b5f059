import BundleFormat
import JSON
import SeasonClient

/// What many machines serve, side by side.
package struct FleetReport {
    /// The machines, in the order in which they were named.
    package let machines: [Machine]
    /// The version of each season that was published last, among those that some machine serves.
    package let newest: [BundleYear: ContentVersion]

    package struct Machine {
        /// Its name, as `ssh` takes it.
        package let host: String
        package let answer: Answer
        /// The seasons of which another machine serves a newer version, or that only other machines serve.
        package let behind: [BundleYear]

        /// As serious as `status` is there; a machine without an answer counts as stale.
        package var severity: Severity {
            if case .facts(let facts) = answer { facts.severity } else { .failed }
        }
    }

    package enum Answer {
        case facts(MachineFacts)
        /// It gave no answer; the sentence says why.
        case none(String)

        fileprivate var years: [MachineFacts.Year]? {
            if case .facts(let facts) = self { facts.years } else { nil }
        }
    }

    package init(_ answers: [(host: String, answer: Answer)]) {
        let served = answers.flatMap { $0.answer.years ?? [] }.filter { $0.version != nil }
        // Two contents may have the same second. Then the hash decides, so that the order of the machines
        // does not matter.
        let last = Dictionary(grouping: served, by: \.year).compactMapValues { versions in
            versions.max {
                ($0.published ?? "", $0.version?.hex ?? "")
                    < ($1.published ?? "", $1.version?.hex ?? "")
            }?.version
        }
        newest = last
        machines = answers.map { host, answer in
            let behind = answer.years.map { years in
                last.keys.filter { year in
                    years.first { $0.year == year }?.version != last[year]
                }.sorted()
            }
            return Machine(host: host, answer: answer, behind: behind ?? [])
        }
    }

    /// As serious as the most serious of its machines.
    package var severity: Severity { machines.map(\.severity).max() ?? .harmless }
}

extension FleetReport {
    /// The form of `fleet --json`; `docs/fleet.schema.json` describes it.
    package var json: JSON {
        let newest = newest.sorted { $0.key < $1.key }.map { year, version -> JSON in
            ["year": .integer(Int64(year.number)), "version": .string(version.hex)]
        }
        return [
            "schema": 1, "newest": .array(newest), "machines": .array(machines.map(\.json)),
        ]
    }
}

extension FleetReport.Machine {
    fileprivate var json: JSON {
        let behind = JSON.array(behind.map { .integer(Int64($0.number)) })
        let status = JSON.integer(Int64(severity.rawValue))
        switch answer {
        case .none(let problem):
            return [
                "host": .string(host), "answered": false, "problem": .string(problem),
                "status": status, "behind": behind,
            ]
        case .facts(let facts):
            return [
                "host": .string(host), "answered": true, "problem": .text(facts.problem),
                "clock": .text(facts.clock),
                "status": status, "freshness": .string(facts.freshness),
                "staleSince": .text(facts.staleSince), "heldSince": .text(facts.heldSince),
                "agentVersion": .text(facts.agentVersion), "behind": behind,
                "years": .array(facts.years.map(\.json)),
            ]
        }
    }
}

extension MachineFacts.Year {
    fileprivate var json: JSON {
        [
            "year": .integer(Int64(year.number)), "version": .text(version?.hex),
            "published": .text(published), "choice": .text(choice), "heldBack": .text(heldBack),
        ]
    }
}
