import BundleFormat
import JSON

/// The choices that people made for this machine; `choices.json` keeps them.
package struct Choices: Equatable, Sendable {
    /// A year that serves one version, whatever is published.
    package struct Pin: Equatable, Sendable {
        package var version: ContentVersion
        package var sinceUnixSeconds: Int64
    }

    /// A year that a person rolled back to an earlier version.
    package struct Rollback: Equatable, Sendable {
        /// The versions that it went back from, the latest first.
        package var left: [ContentVersion]
        /// The time when the newest of them was published: only a content that is published later is installed.
        package var publishedUnixSeconds: Int64
        package var sinceUnixSeconds: Int64
        /// The keys that signed seasons at that time; nil if that is not known.
        package var keys: Set<String>?
    }

    package var pins: [BundleYear: Pin] = [:]
    package var rollbacks: [BundleYear: Rollback] = [:]
    /// The time since when nothing may change; nil if there is no hold.
    package var heldSinceUnixSeconds: Int64?
}

extension Choices.Rollback {
    /// Whether the year went back from a version that was not published again since.
    package func isLeft(_ version: ContentVersion?, publishedUnixSeconds: Int64?) -> Bool {
        guard let version, left.contains(version) else { return false }
        return (publishedUnixSeconds ?? 0) <= self.publishedUnixSeconds
    }
}

extension Choices {
    /// The rollback that a year's entry follows from; nil if something newer was published since.
    package func rollback(of year: BundleYear, serving entry: SetIndex.Entry?) -> Rollback? {
        guard let entry, let rollback = rollbacks[year], !rollback.left.contains(entry.version),
            (entry.publishedUnixSeconds ?? 0) <= rollback.publishedUnixSeconds
        else { return nil }
        return rollback
    }

    /// The content of `choices.json`.
    ///
    /// ```
    /// {"schema": 1, "heldSince": TIME|null, "pins": {"2024": {"version": HEX, "since": TIME}},
    ///  "rollbacks": {"2024": {"left": [HEX], "published": TIME, "since": TIME, "keys":
    ///  [HEX]|null}}}
    /// ```
    package var json: JSON {
        [
            "schema": 1, "heldSince": .time(heldSinceUnixSeconds),
            "pins": .years(pins) {
                ["version": .string($0.version.hex), "since": .time($0.sinceUnixSeconds)]
            },
            "rollbacks": .years(rollbacks) {
                [
                    "left": .array($0.left.map { .string($0.hex) }),
                    "published": .time($0.publishedUnixSeconds),
                    "since": .time($0.sinceUnixSeconds),
                    "keys": $0.keys.map { .texts($0.sorted()) } ?? .null,
                ]
            },
        ]
    }

    package init?(_ json: JSON) {
        guard
            let pins = json["pins"]?.years({ pin -> Pin? in
                guard let version = pin["version"]?.version, let since = pin["since"]?.time
                else { return nil }
                return Pin(version: version, sinceUnixSeconds: since)
            }),
            let rollbacks = json["rollbacks"]?.years({ rollback -> Rollback? in
                guard let left = rollback["left"]?.arrayValue,
                    let published = rollback["published"]?.time,
                    let since = rollback["since"]?.time
                else { return nil }
                return Rollback(
                    left: left.compactMap { $0.version }, publishedUnixSeconds: published,
                    sinceUnixSeconds: since,
                    keys: rollback["keys"]?.arrayValue.map { Set($0.compactMap { $0.stringValue }) }
                )
            })
        else { return nil }
        self.init(pins: pins, rollbacks: rollbacks, heldSinceUnixSeconds: json["heldSince"]?.time)
    }
}

extension JSON {
    /// An object from years to the values that `body` makes, in order.
    package static func years<Value>(_ values: [BundleYear: Value], _ body: (Value) -> JSON) -> JSON
    {
        var object = JSONObject()
        for (year, value) in values.inOrder {
            object["\(year)"] = body(value)
        }
        return .object(object)
    }

    /// The values by year; nil if this is not an object of years, or `body` refuses one.
    package func years<Value>(_ body: (JSON) -> Value?) -> [BundleYear: Value]? {
        guard let object = objectValue else { return nil }
        var values: [BundleYear: Value] = [:]
        for member in object.members {
            guard let year = BundleYear(member.key), let value = body(member.value) else {
                return nil
            }
            values[year] = value
        }
        return values
    }

    package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    package var texts: [String] { arrayValue?.compactMap { $0.stringValue } ?? [] }

    package var version: ContentVersion? { stringValue.flatMap { ContentVersion($0) } }
}
