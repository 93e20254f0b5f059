import Files

/// A bundle's folder with every file in it written, and not on the disk before ``synchronize()``.
///
/// Holds descriptors of what is not there yet, so that several bundles can be waited for together.
public struct WrittenBundle {
    private let files: [FileWriter]
    /// The outer ones last: a folder's name means nothing before what is in it.
    private let folders: [Folder]

    /// Takes over what was written, files begun with at once.
    init(files: [FileWriter], folders: [Folder]) {
        self.files = files
        self.folders = folders
        // A hint: where it is not taken, synchronize() takes longer.
        for file in files { try? file.startWriting() }
    }

    /// The descriptors it holds.
    public var descriptorCount: Int { files.count + folders.count }

    /// Returns once every file and folder is on the disk; the outermost folder's own name is its parent's to
    /// keep.
    ///
    /// - Throws: ``ArchiveError/disk(_:)``: what was written may be lost.
    public func synchronize() throws(ArchiveError) {
        try onDisk { () throws(FileError) in
            for file in files { try file.synchronize() }
            for folder in folders { try folder.synchronize() }
        }
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
