import BundleFormat
import BundleUpdater
import JSON
import UpdatePolicy

extension FleetReport {
    /// The form of `fleet --json`; `docs/fleet.schema.json` describes it.
    var json: JSON {
        let newest = self.newest.sorted { $0.key < $1.key }
        return [
            "schema": 1,
            "newest": .array(
                newest.map {
                    [
                        "year": .integer(Int64($0.key.number)),
                        "version": .string($0.value.hex),
                    ]
                }),
            "machines": .array(machines.map(\.json)),
        ]
    }
}

extension FleetReport.Machine {
    fileprivate var json: JSON {
        let behind = JSON.array(behind.map { .integer(Int64($0.number)) })
        switch answer {
        case .none(let problem):
            return [
                "host": .string(host), "answered": false,
                "problem": .string(problem),
                "status": .integer(Int64(exitStatus)), "behind": behind,
            ]
        case .facts(let facts):
            return [
                "host": .string(host), "answered": true, "problem": .text(facts.problem),
                "status": .integer(Int64(exitStatus)), "freshness": .string(facts.freshness),
                "staleSince": .time(facts.staleSinceUnixSeconds),
                "heldSince": .time(facts.heldSinceUnixSeconds),
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
            "published": .time(publishedUnixSeconds), "choice": .text(choice),
            "heldBack": .text(heldBack),
        ]
    }
}
