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
    let version: ContentVersion
    /// The level of the description language that it needs.
    let format: Int
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    let sha256: String
    let lengthBytes: Int
    private let place: Place

    private enum Place: Sendable {
        case memory([UInt8], SeasonFace?)
        /// Kept by this run or an earlier one; and how to pack it again if the file is damaged, or another run removes it.
        case file(KeptSeason, again: @Sendable () -> PackedSeason?)
    }

    /// Packs a season that was checked just now, and draws its face; throws if an agent would refuse the zip.
    package init(_ season: CheckedSeason) throws(BundleFormatError) {
        try self.init(
            season.contents,
            face: SeasonFace(
                title: season.title,
                samples: season.samples.map { ($0.source.name, $0.rendered) }))
    }

    init(_ contents: BundleContents, face: SeasonFace? = nil) throws(BundleFormatError) {
        let zip = try contents.zipped()
        year = contents.year
        version = contents.version
        format = contents.manifest.format
        sha256 = ContentHasher.hex(of: zip)
        lengthBytes = zip.count
        place = .memory(zip, face)
    }

    init(_ kept: KeptSeason, again: @escaping @Sendable () -> PackedSeason?) {
        year = kept.year
        version = kept.version
        format = kept.format
        sha256 = kept.sha256
        lengthBytes = kept.zipBytes
        place = .file(kept, again: again)
    }

    /// The zip; a kept file that is damaged or gone is made again.
    ///
    /// Throws if that gives another zip, because the folder of seasons has changed since.
    func zip() throws(PublishError) -> [UInt8] {
        switch place {
        case .memory(let zip, _): return zip
        case .file(let kept, let again):
            if let zip = kept.zip() { return zip }
            guard let packed = again(), packed.sha256 == sha256 else {
                throw PublishError(
                    "\(kept.path): expected the zip that was kept there, found it damaged or gone, "
                        + "and the folder of seasons has changed since",
                    remedy: "do the same again")
            }
            return try packed.zip()
        }
    }

    /// How the season looks; nil if that is unknown, or if the kept file is damaged.
    func face() -> SeasonFace? {
        switch place {
        case .memory(_, let face): face
        case .file(let kept, _): kept.face()
        }
    }

    func contents() throws(PublishError) -> BundleContents {
        let zip = try zip()
        return try converting(try Unpacker.contents(of: zip, expecting: version, year: year)) {
            (error: BundleFormatError) in PublishError("\(year): \(error)")
        }
    }
}
