import BundleFormat
import JSON
import SeasonClient

extension Status {
    /// The form of `status --json`, which `MachineFacts` reads; `docs/status.schema.json` describes it.
    package func json(nowUnixSeconds: Int64) -> JSON {
        let past = { (moment: Int64?) in Self.past(moment, nowUnixSeconds: nowUnixSeconds) }
        var problem = lastPoll?.problem
        if case .broken(let problems) = freshness {
            problem = problems.joined(separator: "; ")
        }
        return [
            "schema": 1, "agentVersion": .string(programVersion), "state": .string(state),
            "repository": .text(repository),
            "freshness": .string(freshness.word),
            "staleSince": .time(freshness.sinceUnixSeconds),
            "years": .array(years.map { json($0, nowUnixSeconds: nowUnixSeconds) }),
            "heldSince": .time(heldSinceUnixSeconds),
            "lastCheck": .time(past(lastPoll?.finishedUnixSeconds)),
            "lastSuccess": .time(past(contact?.lastSuccessUnixSeconds)),
            "lastCopy": lastPoll?.lastCopy.map {
                ["path": .string($0.path), "time": .time($0.atUnixSeconds)]
            } ?? .null,
            "nextCheck": .time(nextCheckUnixSeconds),
            "expires": .time(lastPoll?.expiresUnixSeconds),
            "failuresInARow": .integer(Int64(contact?.failuresInARow ?? 0)),
            "outcome": .text(lastPoll?.outcome.rawValue), "problem": .text(problem),
            "clock": .text(clockProblem),
            "mayBeOutdated": .bool(mayBeOutdated),
            "outdatedSince": .time(outdatedSinceUnixSeconds),
        ]
    }

    private func json(_ year: Year, nowUnixSeconds: Int64) -> JSON {
        let since = Self.past(year.entry?.sinceUnixSeconds, nowUnixSeconds: nowUnixSeconds)
        return [
            "year": .integer(Int64(year.year.number)),
            "version": .text(year.entry?.version.hex),
            "origin": .text(year.entry?.origin.rawValue),
            "since": .time(since),
            "ageSeconds": since.map { .integer(max(0, nowUnixSeconds &- $0)) } ?? nil,
            "published": .time(year.entry?.publishedUnixSeconds),
            "choice": .text(year.choice?.rawValue),
            "heldBack": .text(year.delay?.reason),
            "again": .time(year.delay?.againUnixSeconds),
        ]
    }

    /// A time; nil if the clock was ahead that gave it.
    private static func past(_ moment: Int64?, nowUnixSeconds: Int64) -> Int64? {
        moment.flatMap { StoredTime.isAhead($0, nowUnixSeconds: nowUnixSeconds) ? nil : $0 }
    }
}
