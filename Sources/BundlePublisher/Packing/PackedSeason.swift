import BundleArchive
import BundleFormat
import Files
import SeasonAuthoring

/// A season that has been checked: its version, and its zip and its face when somebody asks for them.
///
/// A season that is kept on the disk is read when it is needed. So a publish needs the memory of a few
/// seasons, however many there are.
package struct PackedSeason: Sendable {
    let year: BundleYear
    let version: ContentVersion
    /// The level of the description language that it needs.
    let format: Int
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    let sha256: String
    /// The zip's length.
    let lengthBytes: Int
    private let place: Place

    private enum Place: Sendable {
        case memory([UInt8], SeasonFace?)
        /// Kept by this run or an earlier one.
        case file(KeptSeason)
    }

    /// Packs a season that was checked just now, and draws its face.
    ///
    /// - Parameter season: the season.
    /// - Throws: `ArchiveError` if an agent would refuse the zip.
    package init(_ season: CheckedSeason) throws(ArchiveError) {
        try self.init(
            season.contents,
            face: SeasonFace(
                title: season.title,
                samples: season.samples.map { ($0.source.name, $0.rendered) }))
    }

    /// Packs a bundle.
    ///
    /// - Parameters:
    ///   - contents: the bundle.
    ///   - face: how it looks; nil if nobody has rendered it.
    /// - Throws: `ArchiveError` if an agent would refuse the zip.
    init(_ contents: BundleContents, face: SeasonFace? = nil) throws(ArchiveError) {
        let zip = try contents.zipped()
        year = contents.year
        version = contents.version
        format = contents.manifest.format
        sha256 = ContentHasher.hex(of: zip)
        lengthBytes = zip.count
        place = .memory(zip, face)
    }

    /// A season that is kept in a file.
    ///
    /// - Parameter kept: the file.
    init(_ kept: KeptSeason) {
        year = kept.year
        version = kept.version
        format = kept.format
        sha256 = kept.sha256
        lengthBytes = kept.zipBytes
        place = .file(kept)
    }

    /// The zip; the hash of a kept file is checked.
    ///
    /// - Returns: the zip.
    /// - Throws: ``PublishError`` if the kept file is damaged; then it is removed.
    func zip() throws(PublishError) -> [UInt8] {
        switch place {
        case .memory(let zip, _): zip
        case .file(let kept): try kept.zip()
        }
    }

    /// How the season looks; nil if that is unknown, or if the kept file is damaged.
    func face() -> SeasonFace? {
        switch place {
        case .memory(_, let face): face
        case .file(let kept): kept.face()
        }
    }

    /// Its files.
    ///
    /// - Returns: the files, which the unpacker has compared with the version.
    /// - Throws: ``PublishError`` as ``zip()`` does.
    func contents() throws(PublishError) -> BundleContents {
        let zip = try zip()
        do throws(ArchiveError) {
            return try Unpacker.contents(of: zip, expecting: version, year: year)
        } catch {
            throw .season(.archive(year, error))
        }
    }
}
