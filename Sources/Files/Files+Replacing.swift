import Glibc

/// The functions that change files and names; each says what a power cut leaves. After an error nothing is left over.
extension Files {
    /// Replaces or creates a file and returns when the disk has it.
    ///
    /// A reader finds the old or the new content, never a part. After a power cut the file has either the
    /// old or the new content. After this function has returned, it has the new one.
    package static func replaceFileAndSync(
        at path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try writing(path) { (folder, name) throws(FileError) in
            try folder.replaceFileAndSync(name, with: bytes, mode: mode)
        }
    }

    /// Replaces or creates a file and waits for nothing.
    ///
    /// A reader finds the old or the new content, never a part. After a power cut the file may be empty or damaged.
    /// Use it for files that can be made again.
    package static func replaceFileWithoutSync(
        at path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try writing(path) { (folder, name) throws(FileError) in
            try folder.replaceFileWithoutSync(name, with: bytes, mode: mode)
        }
    }

    /// Replaces or creates a link and returns when the disk has it.
    ///
    /// A reader finds the old or the new link at every moment, even after a power cut.
    package static func replaceLinkAndSync(
        at path: String, pointingTo target: String
    ) throws(FileError) {
        try writing(path) { (folder, name) throws(FileError) in
            try folder.replaceLinkAndSync(name, pointingTo: target)
        }
    }

    /// Creates a file and returns when the disk has its content; it does not wait for the name.
    ///
    /// A power cut may undo it until ``syncDirectory(_:)`` has returned.
    package static func createFileSyncingContent(
        at path: String, with bytes: [UInt8], mode: UInt32
    ) throws(FileError) {
        let (folder, name) = try Folder.above(path)
        try folder.createFileSyncingContent(name, with: bytes, mode: mode)
    }

    /// Without the folder that the path is in, the error names the path.
    private static func writing(
        _ path: String, _ body: (_ folder: Folder, _ name: String) throws(FileError) -> Void
    ) throws(FileError) {
        let (folder, name) = try asWriting(path) { () throws(FileError) in try Folder.above(path) }
        try body(folder, name)
    }

    /// Creates a folder and the missing folders above it, and returns when the disk has them.
    package static func createDirectoriesAndSync(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) {
        for changed in try FolderCreation.create(at: path, mode: mode).changed {
            try changed.sync()
        }
    }

    /// Creates a folder and the missing folders above it, and waits for nothing.
    package static func createDirectoriesWithoutSync(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) {
        _ = try FolderCreation.create(at: path, mode: mode)
    }

    /// Returns when the disk has the names in a folder.
    package static func syncDirectory(_ path: String) throws(FileError) {
        try Folder(path, followingLink: true).sync()
    }
}
