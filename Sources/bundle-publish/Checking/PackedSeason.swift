import BundleArchive
import BundleFormat
import Files

/// A season that has been checked: its version, and its zip when somebody asks for it.
struct PackedSeason: Sendable {
    let year: BundleYear
    let version: ContentVersion
    private let origin: Origin

    private enum Origin: Sendable {
        /// Checked just now.
        case contents(BundleContents)
        /// Checked by an earlier run of this program, which kept the zip.
        case kept(path: String)
    }

    /// A season that was checked just now.
    init(_ contents: BundleContents) {
        year = contents.year
        version = contents.version
        origin = .contents(contents)
    }

    /// A season whose zip an earlier run has kept.
    ///
    /// - Parameters:
    ///   - path: the zip.
    ///   - year: the season.
    ///   - version: its content version, as the run wrote it down.
    init(kept path: String, year: BundleYear, version: ContentVersion) {
        self.year = year
        self.version = version
        origin = .kept(path: path)
    }

    /// The zip; what was kept is held against its version, every byte of it.
    ///
    /// - Returns: the zip.
    /// - Throws: ``PublishError`` where it is too large, or was kept and is damaged: it is removed then.
    func zip() throws(PublishError) -> [UInt8] {
        do throws(ArchiveError) {
            switch origin {
            case .contents(let contents): return try contents.zipped()
            case .kept(let path): return try read(path)
            }
        } catch {
            guard case .kept(let path) = origin else { throw .failed("\(year): \(error)") }
            try? Files.remove(path)
            throw .failed(
                "\(path): \(error)",
                remedy: "it was only kept to save time and is removed now: do the same again")
        }
    }

    private func read(_ path: String) throws(ArchiveError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, lengthBytesMax: BundleLimits.standard.zipBytesMax)
        } catch {
            throw .disk(error)
        }
        _ = try Unpacker.contents(of: bytes, expecting: version, year: year)
        return bytes
    }
}
