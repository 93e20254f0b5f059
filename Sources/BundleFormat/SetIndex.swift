import JSON

/// What a set of compiled bundles contains, from its `set.json`: the version and origin of each year's bundle.
public struct SetIndex: Equatable, Sendable {
    /// The file's name in a set's folder.
    public static let fileName = "set.json"

    /// One year's bundle.
    public struct Entry: Equatable, Sendable {
        /// The content.
        public var version: ContentVersion
        /// Where it came from.
        public var origin: BundleOrigin
        /// When an agent switched to this version, in seconds since 1970; nil in a set that no agent made.
        public var sinceUnixSeconds: Int64?
        /// When it was published or embedded, in seconds since 1970, the newer content later; nil if not known.
        public var publishedUnixSeconds: Int64?

        /// Describes one year's bundle.
        public init(
            version: ContentVersion, origin: BundleOrigin, sinceUnixSeconds: Int64? = nil,
            publishedUnixSeconds: Int64? = nil
        ) {
            self.version = version
            self.origin = origin
            self.sinceUnixSeconds = sinceUnixSeconds
            self.publishedUnixSeconds = publishedUnixSeconds
        }
    }

    /// The bundles by year.
    public var entries: [BundleYear: Entry]

    /// The contents that the publisher has recalled, as far as the agent knew; none in a set that no agent made.
    ///
    /// A reader with seasons of its own shows none of these for a year that is not in the set.
    public var recalled: [BundleYear: Set<ContentVersion>]

    /// Makes an index.
    public init(
        entries: [BundleYear: Entry] = [:], recalled: [BundleYear: Set<ContentVersion>] = [:]
    ) {
        self.entries = entries
        self.recalled = recalled
    }

    /// The years in order.
    public var years: [BundleYear] { entries.inOrder.map { $0.key } }

    /// The content of `set.json`, indented and with the years in order; the same index gives the same bytes.
    public func encoded() -> [UInt8] {
        var bundles = JSONObject()
        for (year, entry) in entries.inOrder {
            var bundle = JSONObject()
            bundle["version"] = .string(entry.version.hex)
            bundle["origin"] = .string(entry.origin.rawValue)
            bundle["published"] = entry.publishedUnixSeconds.map(JSON.integer)
            bundle["since"] = entry.sinceUnixSeconds.map(JSON.integer)
            bundles["\(year)"] = .object(bundle)
        }
        var index = JSONObject()
        index["bundles"] = .object(bundles)
        index["recalled"] = RecallList(recalled: recalled).json["recalled"]
        return JSON.object(index).serialized(.indented)
    }

    /// Bytes of `set.json`: a thousand years need 150 kB; a damaged disk may show any length.
    public static let lengthBytesMax = 1 << 20

    /// Reads the content of `set.json`, without members that this build does not know.
    public static func decode(_ bytes: [UInt8]) throws(BundleFormatError) -> SetIndex {
        try decoding(fileName, bytes, lengthBytesMax: lengthBytesMax) {
            (cursor) throws(JSONShapeError) in
            var index = SetIndex()
            for (year, cursor) in try cursor.member("bundles").years() {
                index.entries[year] = Entry(
                    version: try cursor.member("version").contentVersion(),
                    origin: try cursor.member("origin").text("embedded, downloaded or folder") {
                        BundleOrigin(rawValue: $0)
                    },
                    sinceUnixSeconds: try cursor.optional("since")?.integer(),
                    publishedUnixSeconds: try cursor.optional("published")?.integer())
            }
            for (year, cursor) in try cursor.optional("recalled")?.years() ?? [] {
                let versions = try cursor.elements().map { (element) throws(JSONShapeError) in
                    try element.contentVersion()
                }
                index.recalled[year] = Set(versions)
            }
            return index
        }
    }
}
