import BundleFormat
import JSON

extension Trials {
    /// The content of `trials.json`.
    ///
    /// ```
    /// {"schema": 1,
    ///  "failures": {"2024": {"version": HEX, "zip": HEX|null, "kind": "content|self-test",
    ///                        "reason": TEXT, "count": N, "last": TIME, "again": TIME,
    ///                        "tester": TEXT|null}},
    ///  "interruptions": {"2024": AS ABOVE, with the kind "interruption"},
    ///  "notices": {"2024": {"version": HEX, "published": TIME, "until": TIME}}}
    /// ```
    package var json: JSON {
        [
            "schema": 1,
            "failures": .years(failures) { $0.json },
            "interruptions": .years(interruptions) { $0.json },
            "notices": .years(notices) {
                [
                    "version": .string($0.version.hex),
                    "published": .time($0.publishedUnixSeconds),
                    "until": .time($0.untilUnixSeconds),
                ]
            },
        ]
    }

    /// Reads `trials.json`; invalid parts are forgotten, and their bundles are tried again.
    package init(_ json: JSON) {
        self.init()
        for (year, json) in json["failures"]?.years({ $0 }) ?? [:] {
            failures[year] = Trial(json, nil)
        }
        for (year, json) in json["interruptions"]?.years({ $0 }) ?? [:] {
            interruptions[year] = Trial(json, .interruption)
        }
        for (year, json) in json["notices"]?.years({ $0 }) ?? [:] {
            guard let version = json["version"]?.version, let until = json["until"]?.time,
                let published = json["published"]?.time
            else { continue }
            notices[year] = Notice(
                version: version, publishedUnixSeconds: published, untilUnixSeconds: until)
        }
    }
}

extension Trial {
    fileprivate var json: JSON {
        [
            "version": .string(version.hex), "zip": .text(sha256), "kind": .string(kind.rawValue),
            "reason": .string(reason), "count": .integer(Int64(count)),
            "last": .time(lastUnixSeconds), "again": .time(againUnixSeconds),
            "tester": .text(tester),
        ]
    }

    /// Reads a trial; nil if it is not valid, or of another kind than it must be.
    fileprivate init?(_ json: JSON, _ wanted: Kind?) {
        let named = json["kind"]?.stringValue.flatMap { Kind(rawValue: $0) }
        guard let version = json["version"]?.version, let last = json["last"]?.time,
            let kind = wanted ?? (named == .interruption ? nil : named)
        else { return nil }
        self.init(
            version: version, sha256: json["zip"]?.stringValue, kind: kind,
            reason: json["reason"]?.stringValue ?? "",
            count: Int(clamping: json["count"]?.integerValue ?? 1), lastUnixSeconds: last,
            tester: json["tester"]?.stringValue)
    }
}
