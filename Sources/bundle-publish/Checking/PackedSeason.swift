import BundleArchive
import BundleFormat
import Files

/// A season that has been checked: its version, and its zip when somebody asks for it.
///
/// Where a zip is kept on the disk it is read when it is needed, so that a publish needs the memory of a
/// few seasons, however many there are.
struct PackedSeason: Sendable {
    let year: BundleYear
    let version: ContentVersion
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    let sha256: String
    private let place: Place

    private enum Place: Sendable {
        case memory([UInt8])
        /// Kept by this run or an earlier one.
        case file(String)
    }

    /// Packs a season that was checked just now.
    ///
    /// - Parameter contents: the season.
    /// - Throws: `ArchiveError` where an agent would refuse the zip.
    init(_ contents: BundleContents) throws(ArchiveError) {
        let zip = try contents.zipped()
        year = contents.year
        version = contents.version
        sha256 = ContentHasher.hex(of: zip)
        place = .memory(zip)
    }

    /// A season whose zip is kept in a file.
    ///
    /// - Parameters:
    ///   - path: the zip.
    ///   - year: the season.
    ///   - version: its content version, as it was written down beside the zip.
    ///   - sha256: the zip's SHA-256, as it was written down too.
    init(kept path: String, year: BundleYear, version: ContentVersion, sha256: String) {
        self.year = year
        self.version = version
        self.sha256 = sha256
        place = .file(path)
    }

    /// The zip; what was kept is held against its hash.
    ///
    /// - Returns: the zip.
    /// - Throws: ``PublishError`` where it was kept and is damaged: it is removed then.
    func zip() throws(PublishError) -> [UInt8] {
        let path: String
        switch place {
        case .memory(let zip): return zip
        case .file(let file): path = file
        }
        let zip = try? Files.read(path, lengthBytesMax: BundleLimits.standard.zipBytesMax)
        guard let zip, ContentHasher.hex(of: zip) == sha256 else {
            try? Files.remove(path)
            throw .failed(
                "\(path): expected the zip that was kept there, found it damaged or gone",
                remedy: "it only saved time: do the same again")
        }
        return zip
    }

    /// Its files.
    ///
    /// - Returns: the files, held against their version.
    /// - Throws: ``PublishError`` as ``zip()`` does.
    func contents() throws(PublishError) -> BundleContents {
        let zip = try zip()
        do throws(ArchiveError) {
            return try Unpacker.contents(of: zip, expecting: version, year: year)
        } catch {
            throw .failed("\(year): \(error)")
        }
    }
}
