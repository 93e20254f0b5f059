import BundleFormat
import JSON

extension Candidate {
    /// The candidate in a report.
    ///
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
