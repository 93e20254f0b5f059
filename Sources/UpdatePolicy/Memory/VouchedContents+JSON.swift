import BundleFormat
import JSON

extension VouchedContents {
    /// The content of `vouched.json`.
    ///
    /// ```
    /// {"schema": 1,
    ///  "root": {"chain": HEX, "version": N, "keys": [HEX], "replaced": [HEX]}|null,
    ///  "contents": {"2024": {HEX: {"keys": [HEX], "published": TIME|null}}},
    ///  "recalls": {"list": {"recalled": {"2024": [HEX]}, "withdrawn": [2026]}, "keys": [HEX],
    ///              "targets": N}|null}
    /// ```
    package var json: JSON {
        [
            "schema": 1,
            "root": root.map {
                [
                    "chain": .string($0.chain), "version": .integer($0.version),
                    "keys": .texts($0.keys.sorted()), "replaced": .texts($0.replaced.sorted()),
                ]
            } ?? .null,
            "contents": .years(contents) { contents in
                var object = JSONObject()
                for hex in contents.keys.map({ $0.hex }).sorted() {
                    guard let content = ContentVersion(hex).flatMap({ contents[$0] }) else {
                        continue
                    }
                    object[hex] = [
                        "keys": .texts(content.keys.sorted()),
                        "published": .time(content.publishedUnixSeconds),
                    ]
                }
                return .object(object)
            },
            "recalls": recalls.map {
                [
                    "list": $0.list.json, "keys": .texts($0.keys.sorted()),
                    "targets": .integer($0.targetsVersion),
                ]
            } ?? .null,
        ]
    }

    /// Reads `vouched.json`; invalid parts count as never written.
    package init(_ json: JSON) {
        self.init()
        if let known = json["root"], let chain = known["chain"]?.stringValue,
            let version = known["version"]?.integerValue
        {
            root = Root(
                chain: chain, version: version, keys: Set(known["keys"]?.texts ?? []),
                replaced: Set(known["replaced"]?.texts ?? []))
        }
        for (year, json) in json["contents"]?.years({ $0 }) ?? [:] {
            for member in json.objectValue?.members ?? [] {
                guard let version = ContentVersion(member.key),
                    let keys = member.value["keys"]?.arrayValue
                else { continue }
                contents[year, default: [:]][version] = Content(
                    keys: Set(keys.compactMap { $0.stringValue }),
                    publishedUnixSeconds: member.value["published"]?.time)
            }
        }
        if let known = json["recalls"], let targetsVersion = known["targets"]?.integerValue,
            let list = try? RecallList(known["list"])
        {
            recalls = Recalls(
                list: list, keys: Set(known["keys"]?.texts ?? []), targetsVersion: targetsVersion)
        }
    }
}
