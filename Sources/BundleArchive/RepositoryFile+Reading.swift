import BundleFormat

extension RepositoryFile {
    /// Reads such a file from a disk.
    ///
    /// - Throws: ``ArchiveError``: `content` if it is not one, or damaged.
    package init(reading path: String) throws(ArchiveError) {
        let bytes = try readZip(path, lengthBytesMax: Self.limits.zipBytesMax)
        self = try inFormat { () throws(BundleFormatError) in try RepositoryFile(bytes) }
    }
}
