import Files

/// A bundle's folder with every file in it written, and not on the disk before ``synchronize()``.
public struct WrittenBundle {
    /// Its files and folders, to be waited for before the outermost folder gets its name; they are open, so
    /// that several bundles can be waited for together.
    public let group: DiskWait.Group

    /// Takes over what was written.
    init(files: [FileWriter], folders: [Folder]) throws(ArchiveError) {
        group = try onDisk { () throws(FileError) in try DiskWait.Group(files, folders) }
    }

    /// Returns once every file and folder is on the disk; the outermost folder's own name is its parent's to
    /// keep.
    ///
    /// - Throws: ``ArchiveError/disk(_:)``: what was written may be lost.
    public func synchronize() throws(ArchiveError) {
        try onDisk { () throws(FileError) in try group.synchronize() }
    }

    /// The same, and removes `directory`, which it is, where that fails.
    func synchronize(orRemove directory: String) throws(ArchiveError) {
        do throws(ArchiveError) {
            try synchronize()
        } catch {
            // The first error is the one to report; what cannot be removed now is the reaper's.
            try? Files.removeTree(directory)
            throw error
        }
    }
}
