import BundleArchive
import BundleFormat
import Files
import SeasonClient

/// Unpacks bundles that are damaged or gone again, from the zips that they came from.
///
/// So a machine goes on to serve a version that it holds, is pinned to or went back to, also without network. Only
/// versions that a set names are unpacked: they were verified when they came. Each byte is compared with the version
/// again. A zip that is damaged, too, changes nothing; then the plan chooses another version, or fetches it.
struct BundleRestoring {
    /// Brings bundles to their places; it downloads nothing.
    let loader: Loader
    /// Whether to write.
    ///
    /// Without it, a bundle with a whole zip counts as whole, as it will after the next poll.
    let writes: Bool

    /// Restores what it can, and counts it as whole.
    func restore(_ inventory: inout Inventory) {
        for (year, versions) in lacking(in: inventory) {
            for version in versions where restore(year, version) {
                inventory.bundles[year, default: []].insert(version)
                let wasDamaged = inventory.damaged[year]?.remove(version) != nil
                guard writes else { continue }
                inventory.bundleBytes[year, default: [:]][version] =
                    try? loader.state.blockBytes(year, version)
                inventory.repairs.append(
                    "\(loader.state.bundle(year, version)): it was \(wasDamaged ? "damaged" : "gone"); unpacked again from its zip"
                )
            }
        }
    }

    /// The versions that a set names, that are not whole on the disk, and that have a zip.
    private func lacking(in inventory: Inventory) -> [BundleYear: Set<ContentVersion>] {
        var lacking: [BundleYear: Set<ContentVersion>] = [:]
        for (year, entry) in inventory.sets.compactMap(\.index).flatMap(\.entries)
        where !inventory.has(year, entry.version) && inventory.zips.contains(entry.version)
            && inventory.embedded[year] != entry.version
        {
            lacking[year, default: []].insert(entry.version)
        }
        return lacking
    }

    private func restore(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        let (state, limits) = (loader.state, loader.limits.bundle)
        let zip = state.zip(version)
        guard (try? Files.kind(zip)) == .file else { return false }
        guard writes else {
            let bytes = try? Files.read(zip, lengthBytesMax: limits.zipBytesMax)
            return bytes.flatMap {
                try? Unpacker.contents(of: $0, expecting: version, year: year, limits: limits)
            } != nil
        }
        do {
            try loader.settle(loader.unpack(zip, year, version, keepingZip: false))
            return true
        } catch {
            // A full disk, for one: what is left is a leftover, which the next poll removes.
            return false
        }
    }
}
