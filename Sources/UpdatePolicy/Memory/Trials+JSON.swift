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
    ///  "interruptions": {"2024": {"version": HEX, "reason": TEXT, "count": N, "last": TIME,
    ///                             "again": TIME, "tester": TEXT|null}},
    ///  "notices": {"2024": {"version": HEX, "published": TIME, "until": TIME}}}
    /// ```
    package var json: JSON {
        [
            "schema": 1,
            "failures": .years(failures) {
                [
                    "version": .string($0.version.hex), "zip": .text($0.sha256),
                    "kind": .string($0.kind.rawValue), "reason": .string($0.reason),
                    "count": .integer(Int64($0.count)), "last": .time($0.lastUnixSeconds),
                    "again": .time($0.againUnixSeconds), "tester": .text($0.tester),
                ]
            },
            "interruptions": .years(interruptions) {
                [
                    "version": .string($0.version.hex), "reason": .string($0.reason),
                    "count": .integer(Int64($0.count)), "last": .time($0.lastUnixSeconds),
                    "again": .time($0.againUnixSeconds), "tester": .text($0.tester),
                ]
            },
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
            guard let version = json["version"]?.version, let last = json["last"]?.time,
                let kind = json["kind"]?.stringValue.flatMap(Trial.Kind.init),
                kind != .interruption
            else { continue }
            failures[year] = Trial(
                version: version, sha256: json["zip"]?.stringValue, kind: kind,
                reason: json["reason"]?.stringValue ?? "",
                count: Int(clamping: json["count"]?.integerValue ?? 1), lastUnixSeconds: last,
                tester: json["tester"]?.stringValue)
        }
        for (year, json) in json["interruptions"]?.years({ $0 }) ?? [:] {
            guard let version = json["version"]?.version, let last = json["last"]?.time else {
                continue
            }
            interruptions[year] = Trial(
                version: version, kind: .interruption,
                reason: json["reason"]?.stringValue ?? "",
                count: Int(clamping: json["count"]?.integerValue ?? 1), lastUnixSeconds: last,
                tester: json["tester"]?.stringValue)
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
