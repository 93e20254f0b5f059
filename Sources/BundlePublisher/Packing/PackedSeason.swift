import BundleArchive
import BundleFormat
import Files
import SeasonAuthoring

/// A season that has been checked: its version, and on request its zip and its face.
///
/// A season that is kept on the disk is read when it is needed. So a publish needs the memory of a few
/// seasons, however many there are.
package struct PackedSeason: Sendable {
    let year: BundleYear
    /// The zip as this program packs it.
    let stored: StoredZip
    private let place: Place

    private enum Place: Sendable {
        case memory([UInt8], SeasonFace?)
        /// A file of the cache: the zip and, behind it, the face; and how to pack it again if the file is damaged, or
        /// another run removes it.
        case file(path: String, faceDigits: String, again: @Sendable () -> PackedSeason?)
    }

    /// Digits of a hash that show damage of a face: no trust depends on a face.
    private static let faceDigitsCount = 16
    /// Bytes of a face at most: a season's page is a few kilobytes.
    private static let faceBytesMax = 4 << 20

    var version: ContentVersion { stored.version }

    /// Packs a season that was checked just now, and draws its face; throws if an agent would refuse the zip.
    package init(_ season: CheckedSeason) throws(BundleFormatError) {
        let contents = season.contents
        let zip = try contents.zipped()
        year = contents.year
        stored = StoredZip(
            version: contents.version, format: contents.manifest.format,
            sha256: ContentHasher.hex(of: zip), lengthBytes: zip.count)
        place = .memory(
            zip,
            SeasonFace(
                title: season.title,
                samples: season.samples.map { ($0.source.name, $0.rendered) }))
    }

    /// A season that this run or an earlier one has kept; nil if its file's name is none that ``fileName(key:face:)`` gives.
    init?(named name: String, in folder: String, again: @escaping @Sendable () -> PackedSeason?) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, let year = BundleYear(parts[0]),
            let version = ContentVersion(parts[2]), let lengthBytes = Int(parts[4]),
            let format = Int(parts[6])
        else { return nil }
        self.year = year
        stored = StoredZip(
            version: version, format: format, sha256: parts[3], lengthBytes: lengthBytes)
        place = .file(path: "\(folder)/\(name)", faceDigits: parts[5], again: again)
    }

    /// The name of the file that keeps it, with everything that a publish needs to know before it reads the file.
    func fileName(key: String, face: [UInt8]) -> String {
        [
            year.description, key, version.hex, stored.sha256, "\(stored.lengthBytes)",
            Self.digits(face), "\(stored.format)",
        ].joined(separator: "-")
    }

    private static func digits(_ face: [UInt8]) -> String {
        face.isEmpty ? "" : String(ContentHasher.hex(of: face).prefix(faceDigitsCount))
    }

    /// The zip; a kept file that is damaged or gone is made again.
    ///
    /// Throws if that gives another zip, because the folder of seasons has changed since.
    func zip() throws(PublishError) -> [UInt8] {
        switch place {
        case .memory(let zip, _): return zip
        case .file(let path, _, let again):
            let zip = Self.read(path).map { Array($0.prefix(stored.lengthBytes)) }
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

    /// How the season looks; nil if that is unknown, or if the kept file is damaged.
    func face() -> SeasonFace? {
        switch place {
        case .memory(_, let face): return face
        case .file(let path, let digits, _):
            guard let bytes = Self.read(path)?.dropFirst(stored.lengthBytes),
                Self.digits(Array(bytes)) == digits
            else { return nil }
            return SeasonFace(bytes)
        }
    }

    private static func read(_ path: String) -> [UInt8]? {
        try? Files.read(path, lengthBytesMax: BundleLimits.standard.zipBytesMax + faceBytesMax)
    }

    func contents() throws(PublishError) -> BundleContents {
        let zip = try zip()
        return try converting(try Unpacker.contents(of: zip, expecting: version, year: year)) {
            (error: BundleFormatError) in PublishError("\(year): \(error)")
        }
    }
}
