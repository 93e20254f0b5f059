import BundleFormat
import Files

extension BundleContents {
    /// Writes the bundle as a folder; when this returns, the disk has it.
    ///
    /// - Parameter directory: the folder to make; it must not exist, its parent must.
    /// - Throws: ``ArchiveError/disk(_:)``; then the folder does not exist.
    package func write(into directory: String) throws(ArchiveError) {
        try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            let (folder, name) = try Folder.above(directory)
            let written = try stage(name, in: folder)
            do throws(FileError) {
                try written.sync()
            } catch {
                // Report the first error. The reaper removes later what cannot be removed now.
                try? folder.removeTree(name)
                throw error
            }
        }
    }

    /// Writes the bundle as a folder without waiting for the disk.
    ///
    /// - Parameter path: the folder to make, below `folder`; it must not exist, the one above it must.
    /// - Returns: the open files and folders to wait for; the disk must have them before the folder gets its name.
    /// - Throws: `FileError`; then the folder does not exist.
    package func stage(_ path: String, in folder: Folder) throws(FileError) -> DiskWait.Group {
        try StagedBundle.make(path, in: folder, entries)
    }
}
