import Glibc

/// The functions that change files and names; each says what a power cut leaves.
extension Files {
    /// Replaces or creates a file and returns when the disk has it.
    ///
    /// A reader finds the old or the new content, never a part. After a power cut the file has either the
    /// old or the new content. After this function has returned, it has the new one.
    ///
    /// - Parameters:
    ///   - path: the file; a link here is replaced and not followed.
    ///   - bytes: the whole content.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; then nothing is left over.
    package static func replaceFileAndSync(
        at path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileReplacement(path: path).replaceAndSync { (temporary) throws(FileError) in
            try createFileSyncingContent(at: temporary, with: bytes, mode: mode)
        }
    }

    /// Replaces or creates a file and returns when the disk has its content; it does not wait for the name.
    ///
    /// A reader finds the old or the new content, never a part. After a power cut the file has either the old or the
    /// new content, even after this function has returned. Use it for files whose last change may get lost.
    ///
    /// - Parameters:
    ///   - path: the file; a link here is replaced and not followed.
    ///   - bytes: the whole content.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; then nothing is left over.
    package static func replaceFileSyncingContent(
        at path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileReplacement(path: path).replace { (temporary) throws(FileError) in
            try createFileSyncingContent(at: temporary, with: bytes, mode: mode)
        }
    }

    /// Replaces or creates a file and waits for nothing.
    ///
    /// A reader finds the old or the new content, never a part. After a power cut the file may be empty or damaged.
    /// Use it for files that can be made again.
    ///
    /// - Parameters:
    ///   - path: the file; a link here is replaced and not followed.
    ///   - bytes: the whole content.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; then nothing is left over.
    package static func replaceFileWithoutSync(
        at path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileReplacement(path: path).replace { (temporary) throws(FileError) in
            try createFile(at: temporary, with: bytes, mode: mode, syncing: false)
        }
    }

    /// Replaces or creates files that do not depend on one another, and returns when the disk has them.
    ///
    /// Each file has the guarantee of ``replaceFileAndSync(at:with:mode:)``. If a power cut comes before
    /// the end, some files may be old and some new. It creates missing folders.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - mode: their permissions, whatever the umask.
    /// - Throws: ``FileError``; then some may be replaced, and no temporary file is left over.
    package static func replaceFilesAndSync(
        _ files: [FileContent], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileBatch(files: files, mode: mode).replaceAndSync()
    }

    /// Replaces or creates files that can be made again, and waits for nothing.
    ///
    /// Each file has the guarantee of ``replaceFileWithoutSync(at:with:mode:)``. It creates missing folders.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - mode: their permissions, whatever the umask.
    /// - Throws: ``FileError``; then some may be replaced, and no temporary file is left over.
    package static func replaceFilesWithoutSync(
        _ files: [FileContent], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileBatch(files: files, mode: mode).replaceWithoutSync()
    }

    /// Replaces or creates a link and returns when the disk has it.
    ///
    /// A reader finds the old or the new link at every moment, even after a power cut.
    ///
    /// - Parameters:
    ///   - path: the link; a file here is replaced.
    ///   - target: the path that it points to, stored as given.
    /// - Throws: ``FileError``; then nothing is left over.
    package static func replaceLinkAndSync(
        at path: String, pointingTo target: String
    ) throws(FileError) {
        try FileReplacement(path: path).replaceAndSync { (temporary) throws(FileError) in
            try refuseZero("link to", target)
            _ = try call("create", temporary) { symlink(target, temporary) }
        }
    }

    // MARK: - Creating

    /// Creates a file and returns when the disk has its content; it does not wait for the name.
    ///
    /// A power cut may undo it until ``syncDirectory(_:)`` has returned.
    ///
    /// - Parameters:
    ///   - path: the file; anything that is there, even a link, is an error (`isExisting`).
    ///   - bytes: the whole content.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; then no file of ours is left over.
    package static func createFileSyncingContent(
        at path: String, with bytes: [UInt8], mode: UInt32
    ) throws(FileError) {
        try createFile(at: path, with: bytes, mode: mode, syncing: true)
    }

    private static func createFile(
        at path: String, with bytes: [UInt8], mode: UInt32, syncing: Bool
    ) throws(FileError) {
        let writer = try FileWriter(path, .creating(mode: mode))
        do throws(FileError) {
            try writer.append(bytes)
            if syncing { try writer.sync() }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Creates a folder and the missing folders above it, and returns when the disk has them.
    ///
    /// - Parameters:
    ///   - path: the folder; an existing folder is no error.
    ///   - mode: the permissions of each folder that is created, whatever the umask.
    /// - Throws: ``FileError``, also if a file is in the way.
    package static func createDirectoriesAndSync(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) {
        try FolderCreation(path: path, mode: mode).createAndSync()
    }

    /// Creates a folder and the missing folders above it, and waits for nothing.
    ///
    /// - Parameters:
    ///   - path: the folder; an existing folder is no error.
    ///   - mode: the permissions of each folder that is created, whatever the umask.
    /// - Returns: the folders that were created, outermost first.
    /// - Throws: ``FileError``, also if a file is in the way.
    @discardableResult
    package static func createDirectoriesWithoutSync(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) -> [String] {
        try FolderCreation(path: path, mode: mode).create()
    }

    /// Returns when the disk has the names in a folder.
    ///
    /// - Parameter path: the folder.
    /// - Throws: ``FileError``: a power cut may undo what was created or renamed there.
    package static func syncDirectory(_ path: String) throws(FileError) {
        try Folder(path, followingLink: true).sync()
    }
}
