import BundleFormat
import Files

extension BundleContents {
    /// Writes the bundle as a folder; when this returns, the disk has it.
    ///
    /// - Parameter directory: the folder to make; it must not exist, its parent must.
    /// - Throws: ``ArchiveError/disk(_:)``; then the folder does not exist.
    package func write(into directory: String) throws(ArchiveError) {
        let (folder, name) = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try Folder.above(directory)
        }
        try stage(name, in: folder).sync(orRemove: name, in: folder)
    }

    /// Writes the bundle as a folder without waiting for the disk.
    ///
    /// - Parameters:
    ///   - path: the folder to make, below `folder`; it must not exist, the one above it must.
    ///   - folder: where the path begins.
    /// - Returns: the open files and folders to wait for.
    /// - Throws: ``ArchiveError/disk(_:)``; then the folder does not exist.
    package func stage(_ path: String, in folder: Folder) throws(ArchiveError) -> WrittenBundle {
        try StagedBundle.make(path, in: folder) { (staged) throws(ArchiveError) in
            for (path, bytes) in entries {
                try staged.write(bytes, to: path)
            }
        }
    }
}
