import Files

/// A bundle's folder with every file written; after ``sync()`` a power cut cannot undo it.
package struct WrittenBundle {
    /// Its open files and folders.
    ///
    /// The disk must have them before the outermost folder gets its name. A caller with several
    /// bundles can wait for all their groups together.
    package let group: DiskWait.Group

    /// Keeps the written files and folders open.
    init(files: [FileWriter], folders: [Folder]) throws(ArchiveError) {
        group = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try DiskWait.Group(files, folders)
        }
    }

    /// Returns when the disk has every file and folder, except the name of the outermost folder.
    ///
    /// - Throws: ``ArchiveError/disk(_:)``; then a power cut may undo what was written.
    package func sync() throws(ArchiveError) {
        try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in try group.sync() }
    }

    /// Does the same as ``sync()`` and removes the bundle, which is below a folder, if that fails.
    func sync(orRemove path: String, in folder: Folder) throws(ArchiveError) {
        do throws(ArchiveError) {
            try sync()
        } catch {
            // Report the first error. The reaper removes later what cannot be removed now.
            try? folder.removeTree(path)
            throw error
        }
    }
}
