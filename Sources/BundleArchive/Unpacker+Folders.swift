import BundleFormat
import Files

extension Unpacker {
    /// Turns a packed bundle into a folder, or leaves nothing; it does not wait for the disk.
    ///
    /// It compares every byte with the manifest, and the manifest with its version, before it writes. Version and year
    /// are those that signed metadata names. The folder must not exist, the one above it must; the disk must have the
    /// files that this returns before the folder gets its name.
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

extension RepositoryFile {
    /// Reads such a file from a disk.
    package init(reading path: String) throws(ArchiveError) {
        let bytes = try readZip(path, lengthBytesMax: Self.limits.zipBytesMax)
        self = try inFormat { () throws(BundleFormatError) in try RepositoryFile(bytes) }
    }
}
