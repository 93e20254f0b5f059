import BundleFormat
import Files

extension Unpacker {
    /// Turns a packed bundle into a folder, or leaves nothing.
    ///
    /// It compares every byte with the manifest, and the manifest with its version, before it
    /// writes. When this returns, the disk has every file and folder, except the name of
    /// `directory` in its parent.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle's path.
    ///   - directory: the folder to make; it must not exist, its parent must.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: the manifest.
    /// - Throws: ``ArchiveError``; then the folder does not exist.
    @discardableResult
    package static func unpack(
        zip: String, into directory: String, expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(ArchiveError) -> Manifest {
        let (folder, name) = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try Folder.above(directory)
        }
        let (manifest, written) = try stage(
            zip: zip, as: name, in: folder, expecting: expecting, year: year, limits: limits)
        try written.sync(orRemove: name, in: folder)
        return manifest
    }

    /// Unpacks a bundle like ``unpack(zip:into:expecting:year:limits:)``, but does not wait for the
    /// disk.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle's path.
    ///   - path: the folder to make, below `folder`; it must not exist, the one above it must.
    ///   - folder: where the path begins.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: the manifest, and the files to wait for.
    /// - Throws: ``ArchiveError``; then the folder does not exist.
    package static func stage(
        zip: String, as path: String, in folder: Folder, expecting: ContentVersion,
        year: BundleYear, limits: BundleLimits = .standard
    ) throws(ArchiveError) -> (manifest: Manifest, written: WrittenBundle) {
        let bytes = try readZip(zip, lengthBytesMax: limits.zipBytesMax)
        let bundle = try inFormat { () throws(BundleFormatError) in
            try contents(of: bytes, expecting: expecting, year: year, limits: limits)
        }
        return (bundle.manifest, try bundle.stage(path, in: folder))
    }
}
