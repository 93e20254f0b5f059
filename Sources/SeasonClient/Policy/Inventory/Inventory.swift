import BundleFormat

/// What is on the disk, read before anything is decided.
package struct Inventory: Equatable, Sendable {
    /// The whole bundles under `bundles/`: each file was just compared with the manifest.
    package var bundles: [BundleYear: Set<ContentVersion>] = [:]
    package var damaged: [BundleYear: Set<ContentVersion>] = [:]
    /// The bundles with a zip under `zips/`, whole or not.
    package var zips: Set<ContentVersion> = []
    /// The bytes of each bundle under `bundles/`, in whole blocks.
    package var bundleBytes: [BundleYear: [ContentVersion: Int]] = [:]
    package var zipBytes: [ContentVersion: Int] = [:]
    package var embeddedBytes: [BundleYear: Int] = [:]
    /// Bytes of each unfinished download, by the zip's SHA-256.
    package var partialBytes: [String: Int] = [:]
    /// The files of unfinished downloads, with their validators.
    package var partials: [PartialName] = []
    package var sets: [SetRecord] = []
    /// The set that `current` names; nil if it names none.
    package var currentNumber: Int?
    /// The leftovers of interrupted runs, relative to the state folder.
    package var leftovers: [String] = []
    /// What was closed to readers and was opened again, in sentences.
    package var repairs: [String] = []
    package var embedded: [BundleYear: ContentVersion] = [:]
    /// The times when those were embedded or published, in seconds since 1970, if they are known.
    package var embeddedPublished: [BundleYear: Int64] = [:]

    package var isWhole: Bool {
        damaged.values.allSatisfy { $0.isEmpty } && sets.allSatisfy { $0.isWhole }
    }

    package var current: SetRecord? { sets.first { $0.number == currentNumber } }

    package func has(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        bundles[year]?.contains(version) == true
    }

    /// Whether the disk has a bundle, whole or not, or its zip.
    package func holds(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        has(year, version) || damaged[year]?.contains(version) == true || zips.contains(version)
    }

    package func bytes(_ year: BundleYear, _ version: ContentVersion) -> Int {
        let unpacked =
            bundleBytes[year]?[version] ?? (embedded[year] == version ? embeddedBytes[year] : nil)
        return (unpacked ?? 0) + (zipBytes[version] ?? 0)
    }

    var nextSetNumber: Int { max(sets.last?.number ?? 0, currentNumber ?? 0) &+ 1 }

    package static var empty: Inventory { Inventory() }

    /// What is there after a plan of which every step has succeeded, as far as the next plan needs it.
    package func following(_ plan: UpdatePlan, nowUnixSeconds: Int64) -> Inventory {
        let index = plan.index(failed: [], nowUnixSeconds: nowUnixSeconds)
        guard index != plan.current else { return self }
        let number = nextSetNumber
        var inventory = self
        for year in plan.years {
            guard let version = year.step.result?.version else { continue }
            inventory.bundles[year.year, default: []].insert(version)
            inventory.damaged[year.year]?.remove(version)
        }
        // A poll deletes sets that were never in use.
        if let current { inventory.sets.removeAll { $0.number > current.number } }
        inventory.sets.append(SetRecord(number: number, index: index, isWhole: true))
        inventory.currentNumber = number
        return inventory
    }
}

package struct SetRecord: Equatable, Sendable {
    /// Its folder's name, from 1.
    package let number: Int
    /// Its content, from `set.json`, or from the links if that file cannot be read; nil if neither can.
    package let index: SetIndex?
    /// Whether `set.json` could be read and the links are exactly those that it names.
    package let isWhole: Bool

    package init(number: Int, index: SetIndex?, isWhole: Bool) {
        self.number = number
        self.index = index
        self.isWhole = isWhole
    }
}

/// A file of `downloads/` that a later poll may continue.
package struct PartialName: Equatable, Sendable {
    /// The file's name: `<sha256>.partial`, or `.validator`.
    package let name: String
    package let sha256: String

    package init?(_ name: String) {
        guard let suffix = [".partial", ".validator"].first(where: { name.hasSuffix($0) }) else {
            return nil
        }
        sha256 = String(name.dropLast(suffix.count))
        self.name = name
        guard ContentVersion(sha256) != nil else { return nil }
    }
}
