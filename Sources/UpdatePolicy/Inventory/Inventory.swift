import BundleFormat

/// What is there, gathered before anything is decided.
package struct Inventory: Equatable, Sendable {
    /// The bundles under `bundles/` that are whole: each file was just held against its manifest.
    package var bundles: [BundleYear: Set<ContentVersion>] = [:]
    /// The bundles under `bundles/` that are not.
    package var damaged: [BundleYear: Set<ContentVersion>] = [:]
    /// The bundles whose zip is under `zips/`, whole or not.
    package var zips: Set<ContentVersion> = []
    /// Bytes that each bundle under `bundles/` takes, in whole blocks.
    package var bundleBytes: [BundleYear: [ContentVersion: Int]] = [:]
    /// Bytes of each zip under `zips/`.
    package var zipBytes: [ContentVersion: Int] = [:]
    /// Bytes of each bundle inside the program.
    package var embeddedBytes: [BundleYear: Int] = [:]
    /// Bytes of each download under way, by the zip's SHA-256.
    package var partialBytes: [String: Int] = [:]
    /// Downloads under way, and what servers said of them.
    package var partials: [PartialName] = []
    /// The sets under `sets/`, by rising number.
    package var sets: [SetRecord] = []
    /// The set that `current` names; nil where it names none.
    package var currentNumber: Int?
    /// What runs that were stopped have left, relative to the state folder.
    package var leftovers: [String] = []
    /// The bundles inside the program.
    package var embedded: [BundleYear: ContentVersion] = [:]
    /// When those were embedded or published, in seconds since 1970, where that is known.
    package var embeddedPublished: [BundleYear: Int64] = [:]

    /// Without arguments nothing is there.
    package init(
        bundles: [BundleYear: Set<ContentVersion>] = [:],
        damaged: [BundleYear: Set<ContentVersion>] = [:], zips: Set<ContentVersion> = [],
        bundleBytes: [BundleYear: [ContentVersion: Int]] = [:],
        zipBytes: [ContentVersion: Int] = [:], embeddedBytes: [BundleYear: Int] = [:],
        partialBytes: [String: Int] = [:], partials: [PartialName] = [], sets: [SetRecord] = [],
        currentNumber: Int? = nil, leftovers: [String] = [],
        embedded: [BundleYear: ContentVersion] = [:], embeddedPublished: [BundleYear: Int64] = [:]
    ) {
        self.bundles = bundles
        self.damaged = damaged
        self.zips = zips
        self.bundleBytes = bundleBytes
        self.zipBytes = zipBytes
        self.embeddedBytes = embeddedBytes
        self.partialBytes = partialBytes
        self.partials = partials
        self.sets = sets
        self.currentNumber = currentNumber
        self.leftovers = leftovers
        self.embedded = embedded
        self.embeddedPublished = embeddedPublished
    }

    /// The set that `current` names, where it is there.
    package var current: SetRecord? { sets.first { $0.number == currentNumber } }

    /// Whether a bundle is there, whole.
    package func has(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        bundles[year]?.contains(version) == true
    }

    /// Whether the disk has a bundle, whole or not, or its zip.
    package func holds(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        has(year, version) || damaged[year]?.contains(version) == true || zips.contains(version)
    }

    /// What a bundle takes, or will take, with its zip.
    package func bytes(_ year: BundleYear, _ version: ContentVersion) -> Int {
        let unpacked =
            bundleBytes[year]?[version] ?? (embedded[year] == version ? embeddedBytes[year] : nil)
        return (unpacked ?? 0) + (zipBytes[version] ?? 0)
    }

    /// The number for the next set.
    package var nextSetNumber: Int { max(sets.last?.number ?? 0, currentNumber ?? 0) &+ 1 }
}

/// One set as it lies on the disk.
package struct SetRecord: Equatable, Sendable {
    /// Its folder's name, from 1.
    package let number: Int
    /// What it holds, from `set.json`, or from the links where that cannot be read; nil from neither.
    package let index: SetIndex?
    /// Whether `set.json` could be read and the links are exactly those it names.
    package let isWhole: Bool

    /// A set.
    package init(
        number: Int, index: SetIndex?, isWhole: Bool
    ) {
        self.number = number
        self.index = index
        self.isWhole = isWhole
    }
}

/// A file of `downloads/` that a later poll may go on with.
package struct PartialName: Equatable, Sendable {
    /// The file's name: `<sha256>.partial`, or `.validator`.
    package let name: String
    /// The zip's, 64 lower-case hexadecimal digits.
    package let sha256: String

    /// Reads a name; nil for every other.
    package init?(_ name: String) {
        guard let suffix = [".partial", ".validator"].first(where: { name.hasSuffix($0) }) else {
            return nil
        }
        sha256 = String(name.dropLast(suffix.count))
        self.name = name
        guard ContentVersion(sha256) != nil else { return nil }
    }
}
