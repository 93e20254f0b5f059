import BundleFormat
import Files

extension Unpacker {
    /// Turns a packed bundle into a folder, or leaves nothing; it does not wait for the disk.
    ///
    /// It compares every byte with the manifest, and the manifest with its version, before it writes. Version and year
    /// are those that signed metadata names.
    ///
    /// - Parameters:
    ///   - path: the folder to make, below `folder`; it must not exist, the one above it must.
    /// - Returns: the files to wait for; the disk must have them before the folder gets its name.
    /// - Throws: ``ArchiveError``; then the folder does not exist.
    package static func stage(
        zip: String, as path: String, in folder: Folder, expecting: ContentVersion,
        year: BundleYear, limits: BundleLimits = .standard
    ) throws(ArchiveError) -> DiskWait.Group {
        let bytes = try readZip(zip, lengthBytesMax: limits.zipBytesMax)
        let bundle = try inFormat { () throws(BundleFormatError) in
            try contents(of: bytes, expecting: expecting, year: year, limits: limits)
        }
        return try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try bundle.stage(path, in: folder)
        }
    }
}
