import BundleFormat

/// What is there, gathered before anything is decided.
struct Inventory: Equatable, Sendable {
    /// The bundles under `bundles/` that are whole: each file was just held against its manifest.
    var bundles: [BundleYear: Set<ContentVersion>] = [:]
    /// The bundles under `bundles/` that are not.
    var damaged: [BundleYear: Set<ContentVersion>] = [:]
    /// The bundles whose zip is under `zips/`, whole or not.
    var zips: Set<ContentVersion> = []
    /// Bytes that each bundle under `bundles/` takes, in whole blocks.
    var bundleBytes: [BundleYear: [ContentVersion: Int]] = [:]
    /// Bytes of each zip under `zips/`.
    var zipBytes: [ContentVersion: Int] = [:]
    /// Bytes of each bundle inside the program.
    var embeddedBytes: [BundleYear: Int] = [:]
    /// Bytes of each download under way, by the zip's SHA-256.
    var partialBytes: [String: Int] = [:]
    /// Downloads under way, and what servers said of them.
    var partials: [PartialName] = []
    /// The sets under `sets/`, by rising number.
    var sets: [SetRecord] = []
    /// The set that `current` names; nil where it names none.
    var currentNumber: Int?
    /// What runs that were stopped have left, relative to the state folder.
    var leftovers: [String] = []
    /// The bundles inside the program.
    var embedded: [BundleYear: ContentVersion] = [:]
    /// When those were embedded or published, in seconds since 1970, where that is known.
    var embeddedPublished: [BundleYear: Int64] = [:]

    /// The set that `current` names, where it is there.
    var current: SetRecord? { sets.first { $0.number == currentNumber } }

    /// Whether a bundle is there, whole.
    func has(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        bundles[year]?.contains(version) == true
    }

    /// Whether the disk has a bundle, whole or not, or its zip.
    func holds(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        has(year, version) || damaged[year]?.contains(version) == true || zips.contains(version)
    }

    /// What a bundle takes, or will take, with its zip.
    func bytes(_ year: BundleYear, _ version: ContentVersion) -> Int {
        let unpacked =
            bundleBytes[year]?[version] ?? (embedded[year] == version ? embeddedBytes[year] : nil)
        return (unpacked ?? 0) + (zipBytes[version] ?? 0)
    }

    /// The number for the next set.
    var nextSetNumber: Int { max(sets.last?.number ?? 0, currentNumber ?? 0) &+ 1 }
}

/// One set as it lies on the disk.
struct SetRecord: Equatable, Sendable {
    /// Its folder's name, from 1.
    let number: Int
    /// What it holds, from `set.json`, or from the links where that cannot be read; nil from neither.
    let index: SetIndex?
    /// Whether `set.json` could be read and the links are exactly those it names.
    let isWhole: Bool
}

/// A file of `downloads/` that a later poll may go on with.
struct PartialName: Equatable, Sendable {
    /// The file's name: `<sha256>.partial`, or `.validator`.
    let name: String
    /// The zip's, 64 lower-case hexadecimal digits.
    let sha256: String

    /// Reads a name; nil for every other.
    init?(_ name: String) {
        guard let suffix = [".partial", ".validator"].first(where: { name.hasSuffix($0) }) else {
            return nil
        }
        sha256 = String(name.dropLast(suffix.count))
        self.name = name
        guard ContentVersion(sha256) != nil else { return nil }
    }
}
