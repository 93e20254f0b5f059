import Glibc

/// Files and links below an open folder; each function says what it waits for, as those of ``Files`` do.
///
/// Those that create or replace something leave nothing over after an error.
extension Folder {
    /// Opens a regular file below this folder; a link, a folder and a device are errors.
    package func file(_ path: String) throws(FileError) -> FileReader {
        let (above, name) = try place(path)
        return try FileReader(
            Descriptor(
                above.path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
                in: (above.descriptor, name)))
    }

    /// Reads a whole file below this folder; a link and a longer file (`isTooLong`) are errors.
    package func read(_ path: String, lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        try file(path).readToEnd(lengthBytesMax: lengthBytesMax)
    }

    /// Creates a file below this folder; anything that is there, even a link, is an error.
    package func createFile(_ path: String, mode: UInt32 = 0o644) throws(FileError) -> FileWriter {
        FileWriter(created: try open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, mode, "create"))
    }

    /// Opens a file below this folder to write at its end, or creates an empty one; a link is an error.
    package func continueFile(_ path: String, mode: UInt32 = 0o644) throws(FileError) -> FileWriter
    {
        try FileWriter(open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, mode, "open"))
    }

    func open(
        _ path: String, _ flags: Int32, _ mode: UInt32, _ operation: String
    ) throws(FileError) -> Descriptor {
        let (above, name) = try place(path)
        return try Descriptor(
            above.path(of: name), flags | O_NOFOLLOW, mode: mode, in: (above.descriptor, name),
            operation: operation)
    }

    /// Replaces or creates a file and returns when the disk has it, as ``Files/replaceFileAndSync(at:with:mode:)`` does.
    package func replaceFileAndSync(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileReplacement(self, path).replaceAndSync { (folder, temporary) throws(FileError) in
            try folder.createFileSyncingContent(temporary, with: bytes, mode: mode)
        }
    }

    /// Replaces or creates a file and returns when the disk has its content; it does not wait for the name.
    ///
    /// A reader finds the old or the new content, never a part. After a power cut the file has either the old or the
    /// new content, even after this function has returned. Use it for files whose last change may get lost.
    package func replaceFileSyncingContent(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileReplacement(self, path).replace { (folder, temporary) throws(FileError) in
            try folder.createFileSyncingContent(temporary, with: bytes, mode: mode)
        }
    }

    /// Replaces or creates a file that can be made again, and waits for nothing.
    package func replaceFileWithoutSync(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileReplacement(self, path).replace { (folder, temporary) throws(FileError) in
            try folder.createFile(temporary, with: bytes, mode: mode, syncing: false)
        }
    }

    /// Replaces or creates files that do not depend on one another, and returns when the disk has them.
    ///
    /// Each file has the guarantee of ``replaceFileAndSync(_:with:mode:)``. If a power cut comes before the end, some
    /// files may be old and some new. It creates missing folders.
    package func replaceFilesAndSync(
        _ files: [FileContent], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileBatch(base: self, files: files, mode: mode).replaceAndSync()
    }

    /// Replaces or creates files that can be made again, and waits for nothing; it creates missing folders.
    ///
    /// After an error some may be replaced.
    package func replaceFilesWithoutSync(
        _ files: [FileContent], mode: UInt32 = 0o644
    ) throws(FileError) {
        try FileBatch(base: self, files: files, mode: mode).replaceWithoutSync()
    }

    /// Creates a file and returns when the disk has its content; it does not wait for the name.
    package func createFileSyncingContent(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(FileError) {
        try createFile(path, with: bytes, mode: mode, syncing: true)
    }

    private func createFile(
        _ path: String, with bytes: [UInt8], mode: UInt32, syncing: Bool
    ) throws(FileError) {
        let (above, name) = try place(path)
        let writer = try above.createFile(name, mode: mode)
        do throws(FileError) {
            try writer.append(bytes)
            if syncing { try writer.sync() }
        } catch {
            try? above.remove(name)
            throw error
        }
    }
}
