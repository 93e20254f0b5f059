import BundleFormat
import JSON

extension PollReport {
    /// The report in the form of `last-poll.json` and of `poll --json`.
    ///
    /// ```
    /// {"schema": 1, "started": TIME, "finished": TIME, "repository": ADDRESS|null,
    ///  "source": PATH|null, "lastCopy": {"path": PATH, "time": TIME}|null,
    ///  "outcome": "updated|up-to-date|embedded-only|incomplete|unreachable|older-copy|refused|
    ///              state-failed|cancelled|broken-off",
    ///  "problem": TEXT|null, "remedy": TEXT|null, "retryAfterSeconds": N|null,
    ///  "downloadedBytes": N, "failuresInARow": N, "wasReached": BOOL,
    ///  "lastSuccess": TIME|null, "expires": TIME|null,
    ///  "others": [{"repository": ADDRESS, "outcome": AS ABOVE, "failuresInARow": N,
    ///              "wasReached": BOOL, "lastSuccess": TIME|null}],
    ///  "mirrors": [{"address": ADDRESS, "files": N, "problem": TEXT|null}],
    ///  "years": [{"year": 2024, "version": HEX|null, "origin": "embedded|downloaded"|null,
    ///             "since": TIME|null, "published": TIME|null, "previous": HEX|null, "reason":
    ///             TEXT, "action": "kept|installed|embedded|held-back|waiting", "trouble":
    ///             "unreachable|refused|state|cancelled"|null, "again": TIME|null, "source":
    ///             ADDRESS|null, "candidates": [CANDIDATE]}], "yearsLeftOut": N,
    ///  "leftOut": {"heldBack": N, "trouble": AS ABOVE}, "repairs": [TEXT]}
    /// ```
    ///
    /// A year's candidates are described at ``Candidate/json``.
    package var json: JSON {
        [
            "schema": 1,
            "started": .time(startedUnixSeconds), "finished": .time(finishedUnixSeconds),
            "repository": .text(repository), "source": .text(source),
            "lastCopy": lastCopy.map {
                ["path": .string($0.path), "time": .time($0.atUnixSeconds)]
            } ?? .null,
            "outcome": .string(outcome.rawValue),
            "problem": .text(problem), "remedy": .text(remedy),
            "retryAfterSeconds": retryAfterSeconds.map { .integer(Int64($0)) } ?? .null,
            "downloadedBytes": .integer(downloadedBytes),
            "failuresInARow": .integer(Int64(failuresInARow)),
            "wasReached": .bool(wasReached),
            "lastSuccess": .time(lastSuccessUnixSeconds), "expires": .time(expiresUnixSeconds),
            "others": .array(others.map { $0.json }),
            "repairs": .array(repairs.map { .string($0) }),
            "mirrors": .array(mirrors.map { $0.json }), "years": .array(years.map { $0.json }),
            "yearsLeftOut": .integer(Int64(yearsLeftOut)),
            "leftOut": [
                "heldBack": .integer(Int64(leftOut.count)),
                "trouble": .text(leftOut.family?.rawValue),
            ],
        ]
    }

    /// Reads a report that this or another version of the agent wrote; nil if it is not valid.
    package init?(_ json: JSON) {
        guard let started = json["started"]?.time, let finished = json["finished"]?.time,
            let outcome = json["outcome"]?.stringValue.flatMap(Outcome.init)
        else { return nil }
        self.init(
            startedUnixSeconds: started, finishedUnixSeconds: finished,
            repository: json["repository"]?.stringValue, outcome: outcome,
            problem: json["problem"]?.stringValue,
            retryAfterSeconds: json["retryAfterSeconds"]?.integerValue.map { Int(clamping: $0) },
            failuresInARow: Int(json["failuresInARow"]?.integerValue ?? 0),
            lastSuccessUnixSeconds: json["lastSuccess"]?.time,
            expiresUnixSeconds: json["expires"]?.time,
            repairs: (json["repairs"]?.arrayValue ?? []).compactMap { $0.stringValue },
            mirrors: (json["mirrors"]?.arrayValue ?? []).compactMap(Mirror.init),
            years: (json["years"]?.arrayValue ?? []).compactMap(Year.init))
        remedy = json["remedy"]?.stringValue
        source = json["source"]?.stringValue
        if let path = json["lastCopy"]?["path"]?.stringValue,
            let time = json["lastCopy"]?["time"]?.time
        {
            lastCopy = Copy(path: path, atUnixSeconds: time)
        }
        wasReached = json["wasReached"]?.boolValue ?? false
        others = (json["others"]?.arrayValue ?? []).prefix(Self.othersMax).compactMap(Contact.init)
        downloadedBytes = json["downloadedBytes"]?.integerValue ?? 0
        yearsLeftOut = Int(clamping: json["yearsLeftOut"]?.integerValue ?? 0)
        leftOut = LeftOut(
            count: Int(clamping: json["leftOut"]?["heldBack"]?.integerValue ?? 0),
            family: json["leftOut"]?["trouble"]?.stringValue.flatMap(Trouble.init))
    }
}

extension PollReport.Contact {
    fileprivate var json: JSON {
        [
            "repository": .text(repository), "outcome": .text(outcome?.rawValue),
            "failuresInARow": .integer(Int64(failuresInARow)), "wasReached": .bool(wasReached),
            "lastSuccess": .time(lastSuccessUnixSeconds),
        ]
    }

    fileprivate init?(_ json: JSON) {
        guard let repository = json["repository"]?.stringValue else { return nil }
        self.init(
            repository: repository,
            outcome: json["outcome"]?.stringValue.flatMap(PollReport.Outcome.init),
            wasReached: json["wasReached"]?.boolValue ?? false,
            lastSuccessUnixSeconds: json["lastSuccess"]?.time,
            failuresInARow: Int(clamping: json["failuresInARow"]?.integerValue ?? 0))
    }
}

extension PollReport.Mirror {
    fileprivate var json: JSON {
        ["address": .string(address), "files": .integer(Int64(files)), "problem": .text(problem)]
    }

    fileprivate init?(_ json: JSON) {
        guard let address = json["address"]?.stringValue else { return nil }
        self.init(
            address: address, files: Int(json["files"]?.integerValue ?? 0),
            problem: json["problem"]?.stringValue)
    }
}

extension PollReport.Year {
    package var json: JSON {
        [
            "year": .integer(Int64(year.number)),
            "version": .text(entry?.version.hex), "origin": .text(entry?.origin.rawValue),
            "since": .time(entry?.sinceUnixSeconds),
            "published": .time(entry?.publishedUnixSeconds), "previous": .text(previous?.hex),
            "action": .string(action.rawValue), "reason": .string(reason),
            "trouble": .text(family?.rawValue), "again": .time(againUnixSeconds),
            "candidates": .array(candidates.map { $0.json }),
            "source": .text(source),
        ]
    }

    fileprivate init?(_ json: JSON) {
        guard let year = json["year"]?.integerValue.flatMap({ BundleYear(Int($0)) }),
            let action = json["action"]?.stringValue.flatMap(Action.init)
        else { return nil }
        self.init(year: year, entry: nil, action: action, reason: json["reason"]?.stringValue ?? "")
        previous = json["previous"]?.stringValue.flatMap(ContentVersion.init)
        againUnixSeconds = json["again"]?.time
        candidates = (json["candidates"]?.arrayValue ?? []).compactMap(Candidate.init)
        source = json["source"]?.stringValue
        family = json["trouble"]?.stringValue.flatMap(Trouble.init)
        guard let version = json["version"]?.stringValue.flatMap(ContentVersion.init),
            let origin = json["origin"]?.stringValue.flatMap(BundleOrigin.init)
        else { return }
        entry = SetIndex.Entry(
            version: version, origin: origin, sinceUnixSeconds: json["since"]?.time,
            publishedUnixSeconds: json["published"]?.time)
    }
}

extension Candidate {
    /// ```
    /// {"version": HEX|null, "from": ["served|offered|embedded|pinned|earlier"],
    ///  "published": TIME|null, "chosen": true|false, "passed": [RULE],
    ///  "failed": [{"rule": RULE, "note": TEXT, "again": TIME|null}]}
    /// ```
    ///
    /// The rules are those of ``Finding/Rule``, in their order; `again` says when a failed rule may
    /// change its answer.
    package var json: JSON {
        [
            "version": .text(version?.hex),
            "from": .array(sources.map { .string($0.rawValue) }),
            "published": .time(publishedUnixSeconds), "chosen": .bool(isChosen),
            "passed": .array(passed.map { .string($0.rawValue) }),
            "failed": .array(
                failed.map {
                    [
                        "rule": .string($0.rule.rawValue), "note": .string($0.note),
                        "again": .time($0.againUnixSeconds),
                    ]
                }),
        ]
    }

    /// Reads a candidate of a report; nil if it is not valid.
    package init?(_ json: JSON) {
        guard let from = json["from"]?.arrayValue else { return nil }
        self.init(
            version: json["version"]?.version,
            sources: from.compactMap { $0.stringValue.flatMap(Source.init) },
            publishedUnixSeconds: json["published"]?.time)
        isChosen = json["chosen"]?.boolValue ?? false
        passed = (json["passed"]?.arrayValue ?? []).compactMap { rule in
            rule.stringValue.flatMap(Finding.Rule.init)
        }
        failed = (json["failed"]?.arrayValue ?? []).compactMap { failed in
            guard let rule = failed["rule"]?.stringValue.flatMap(Finding.Rule.init) else {
                return nil
            }
            return Finding(
                rule: rule, passed: false, note: failed["note"]?.stringValue ?? "",
                againUnixSeconds: failed["again"]?.time)
        }
    }
}
