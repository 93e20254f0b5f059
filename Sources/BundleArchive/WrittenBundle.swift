import Files

/// A bundle's folder with every file written; the disk has it for certain only after ``sync()``.
package struct WrittenBundle {
    /// Its open files and folders.
    ///
    /// The disk must have them before the outermost folder gets its name. Whoever holds several bundles can wait for all their groups together.
    package let group: DiskWait.Group

    /// Keeps what was written open.
    init(files: [FileWriter], folders: [Folder]) throws(ArchiveError) {
        group = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try DiskWait.Group(files, folders)
        }
    }

    /// Returns once the disk has every file and folder, but for the name of the outermost folder.
    ///
    /// - Throws: ``ArchiveError/disk(_:)``: a power cut may undo what was written.
    package func sync() throws(ArchiveError) {
        try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in try group.sync() }
    }

    /// Does as ``sync()`` and removes the bundle's `directory` when that fails.
    func sync(orRemove directory: String) throws(ArchiveError) {
        do throws(ArchiveError) {
            try sync()
        } catch {
            // Reports the first error. The reaper removes later what cannot be removed now.
            try? Files.removeTree(directory)
            throw error
        }
    }
}
