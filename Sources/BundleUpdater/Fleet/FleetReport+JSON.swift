import BundleFormat
import JSON
import UpdatePolicy

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
