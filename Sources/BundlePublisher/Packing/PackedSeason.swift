import BundleArchive
import BundleFormat
import Files
import SeasonAuthoring

/// A season that has been checked: its version, and on request its zip.
///
/// A season that is kept on the disk is read when it is needed. So a publish needs the memory of a few
/// seasons, however many there are.
package struct PackedSeason: Sendable {
    let year: BundleYear
    /// The zip as this program packs it.
    let stored: StoredZip
    private let place: Place

    private enum Place: Sendable {
        case memory([UInt8])
        /// A file of the cache, and how to pack the zip again if the file is damaged or another run removes it.
        case file(path: String, again: @Sendable () -> PackedSeason?)
    }

    var version: ContentVersion { stored.version }

    /// Packs a season that was checked just now; throws if an agent would refuse the zip.
    package init(_ season: CheckedSeason) throws(BundleFormatError) {
        let contents = season.contents
        let zip = try contents.zipped()
        year = contents.year
        stored = StoredZip(
            version: contents.version, format: contents.manifest.format,
            sha256: ContentHasher.hex(of: zip), lengthBytes: zip.count)
        place = .memory(zip)
    }

    /// A season that this run or an earlier one has kept; nil if its file's name is none that ``fileName(key:)`` gives.
    init?(named name: String, in folder: String, again: @escaping @Sendable () -> PackedSeason?) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, let year = BundleYear(parts[0]),
            let version = ContentVersion(parts[2]), let lengthBytes = Int(parts[4]),
            let format = Int(parts[5])
        else { return nil }
        self.year = year
        stored = StoredZip(
            version: version, format: format, sha256: parts[3], lengthBytes: lengthBytes)
        place = .file(path: "\(folder)/\(name)", again: again)
    }

    /// The name of the file that keeps it, with everything that a publish needs to know before it reads the file.
    func fileName(key: String) -> String {
        "\(year)-\(key)-\(version.hex)-\(stored.sha256)-\(stored.lengthBytes)-\(stored.format)"
    }

    /// The zip; a kept file that is damaged or gone is made again.
    ///
    /// Throws if that gives another zip, because the folder of seasons has changed since.
    func zip() throws(PublishError) -> [UInt8] {
        switch place {
        case .memory(let zip): return zip
        case .file(let path, let again):
            let zip = try? Files.read(path, lengthBytesMax: BundleLimits.standard.zipBytesMax)
            if let zip, ContentHasher.hex(of: zip) == stored.sha256 { return zip }
            try? Files.remove(path)
            guard let packed = again(), packed.stored == stored else {
                throw PublishError(
                    "\(path): expected the zip that was kept there, found it damaged or gone, "
                        + "and the folder of seasons has changed since",
                    remedy: "do the same again")
            }
            return try packed.zip()
        }
    }

    func contents() throws(PublishError) -> BundleContents {
        let zip = try zip()
        return try converting(try Unpacker.contents(of: zip, expecting: version, year: year)) {
            (error: BundleFormatError) in PublishError("\(year): \(error)")
        }
    }
}
