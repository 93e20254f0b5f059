import BundleFormat
import JSON

/// The contents that the repository's keys have vouched for, and those that they have recalled;
/// `vouched.json` keeps them.
///
/// Only the keys that root names now count. A content that only a superseded key has signed is no candidate for any
/// command, and is deleted. A recall by a superseded key counts until newer metadata is here. So a machine forgets
/// what a thief has signed, and keeps a recall even if the metadata with the recall is lost.
package struct VouchedContents: Equatable, Sendable {
    /// The newest root that this machine has walked to, with the facts that matter for seasons.
    package struct Root: Equatable, Sendable {
        /// Identifies the chain of roots of one repository: the SHA-256 of the root that the walk begins with.
        package var chain: String
        package var version: Int64
        /// The keys that may sign for seasons.
        package var keys: Set<String>
        /// The keys that could sign before, and no longer can.
        package var replaced: Set<String> = []

        /// Stands in ``replaced`` for the keys of the roots before the one that the walk begins with.
        static let unknownKeys = "keys before the first root that this machine has"
    }

    /// One content, and the keys that vouched for it last.
    package struct Content: Equatable, Sendable {
        /// The keys that root named when metadata last listed it; none for an embedded bundle.
        package var keys: Set<String>
        /// When it was published, in seconds since 1970; nil if that is not known.
        package var publishedUnixSeconds: Int64?
    }

    /// The repository's newest known list of recalled contents and withdrawn years.
    package struct Recalls: Equatable, Sendable {
        package var list: RecallList
        /// The keys that root named at that time.
        package var keys: Set<String>
        /// The metadata's version: an older one lifts nothing.
        var targetsVersion: Int64
    }

    /// How many keys are remembered of one root: limits the size of the file.
    package static let keysMax = 1_000

    /// The newest root; nil before any is known, and then every content counts as vouched for.
    package var root: Root?
    package var contents: [BundleYear: [ContentVersion: Content]] = [:]
    /// What is recalled and withdrawn; nil before any metadata has said it.
    package var recalls: Recalls?

    /// Whether a key that counts has vouched for a content.
    package func vouches(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        guard let root else { return true }
        return contents[year]?[version]?.keys.isSubset(of: root.keys) == true
    }

    /// Whether the keys that root names now vouch for any content.
    package var hasContent: Bool {
        contents.contains { year, known in known.keys.contains { vouches(year, $0) } }
    }

    /// Whether a content is known, and no key that counts has vouched for it.
    func hasLost(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        contents[year]?[version] != nil && !vouches(year, version)
    }

    func hasRecalled(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        recalls?.list.recalled[year]?.contains(version) == true
    }

    /// The contents that only a superseded key has signed and that the disk still has, by year; they are deleted.
    package func forgotten(
        _ offers: Offers, _ inventory: Inventory
    ) -> [BundleYear: Set<ContentVersion>] {
        contents.reduce(into: [:]) { found, year in
            let versions = year.value.keys.filter { version in
                hasLost(year.key, version) && inventory.embedded[year.key] != version
                    && offers.listed[year.key]?[version] == nil
                    && inventory.holds(year.key, version)
            }
            if !versions.isEmpty { found[year.key] = Set(versions) }
        }
    }

    /// Follows a root, unless this machine has seen a newer one that removed a key: then its memory is right, and the walk
    /// began with metadata that was lost or is old.
    package mutating func follow(_ new: Root) -> Bool {
        var new = new
        if let known = root {
            if known.chain == new.chain, new.version < known.version {
                return new.keys.isSubset(of: known.keys)
            }
            new.replaced.formUnion(known.replaced.union(known.keys).subtracting(new.keys))
        }
        if new.replaced.count > Self.keysMax {
            new.replaced = Set(new.replaced.sorted().prefix(Self.keysMax))
        }
        root = new
        return true
    }

    /// Adds what the sets on the disk say and this memory does not know, because it was lost.
    ///
    /// They were verified with a key that was trusted then. If a key was replaced later, it is not known which key that was. The same
    /// holds if there were roots before the packaged one. Then only the contents that metadata lists now count as ours.
    /// The recalls that the set in use names count until metadata says something else.
    mutating func adopt(_ inventory: Inventory) {
        guard let root else { return }
        for (year, entry) in inventory.sets.flatMap({ $0.index?.entries.map { ($0, $1) } ?? [] })
        where contents[year]?[entry.version] == nil {
            contents[year, default: [:]][entry.version] = Content(
                keys: entry.origin == .embedded ? [] : root.keys.union(root.replaced),
                publishedUnixSeconds: entry.publishedUnixSeconds)
        }
        if recalls == nil, let index = inventory.history.first {
            recalls = Recalls(
                list: RecallList(recalled: index.recalled), keys: root.keys.union(root.replaced),
                targetsVersion: 0)
        }
    }

    /// Adds a content that the signed record names, because a person asked for it.
    mutating func hear(
        _ year: BundleYear, _ version: ContentVersion, publishedUnixSeconds: Int64?
    ) {
        guard let root else { return }
        contents[year, default: [:]][version] = Content(
            keys: root.keys, publishedUnixSeconds: publishedUnixSeconds)
    }

    /// Adds what metadata lists, and follows its recall list; keys that root names have signed that metadata.
    ///
    /// What the list no longer names is lifted. A malformed list changes nothing. A list that is older than the known one
    /// changes nothing either, unless the known one is by a superseded key.
    mutating func hear(_ offers: Offers, targetsVersion: Int64) {
        guard let root else { return }
        for (year, versions) in offers.listed {
            for (version, published) in versions
            // A content that is not accepted is added only if it is known: a list of targets may name a thousand.
            where offers.accepted[year]?.custom.version == version
                || contents[year]?[version] != nil
            {
                contents[year, default: [:]][version] = Content(
                    keys: root.keys, publishedUnixSeconds: published)
            }
        }
        guard let list = offers.recalls else { return }
        if let known = recalls, known.keys.isSubset(of: root.keys),
            known.targetsVersion > targetsVersion
        {
            return
        }
        recalls = Recalls(list: list, keys: root.keys, targetsVersion: targetsVersion)
    }
}

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
