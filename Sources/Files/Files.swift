import Glibc

/// Looks at, reads, replaces and removes files and folders by the paths that people gave.
///
/// Every path is used as given; nothing is expanded. Links above its last name are followed, once: a change happens in the
/// folder that was found then. What lies in a folder that others can write is changed through a ``Folder``, which
/// follows no link at all. No descriptor is inherited by a child process.
///
/// Each name says what the function waits for. `…AndSync` returns when the disk has contents and names, so
/// that a power
/// cut cannot undo it. `…SyncingContent` waits for the contents alone. `…WithoutSync` waits for nothing.
package enum Files {
    /// The prefix of the names of half-written files and links.
    ///
    /// When no other process writes in the folder, such files may be deleted.
    package static let temporaryPrefix = ".tmp-"

    // MARK: - Looking

    /// The kind of the entry at a path; does not follow a link.
    ///
    /// - Returns: its kind, or nil if there is nothing.
    package static func kind(_ path: String) throws(FileError) -> FileKind? {
        try statusOf(path).map { FileKind(mode: $0.st_mode) }
    }

    /// The length of the entry at a path; does not follow a link.
    ///
    /// - Returns: bytes, or nil if there is nothing.
    package static func lengthBytes(_ path: String) throws(FileError) -> Int? {
        try statusOf(path).map { Int($0.st_size) }
    }

    /// The time when the entry at a path was last written to; does not follow a link.
    ///
    /// - Returns: seconds since 1970, or nil if there is nothing.
    package static func modificationTime(_ path: String) throws(FileError) -> Int64? {
        try statusOf(path).map { Int64($0.st_mtim.tv_sec) }
    }

    /// The path that a link points to, as it is stored.
    ///
    /// - Returns: its target, with U+FFFD for bytes that are not UTF-8; nil if there is no link.
    package static func linkTarget(_ path: String) throws(FileError) -> String? {
        do throws(FileError) {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = try call("read the link", path) { readlink(path, &buffer, buffer.count) }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            guard error.isNotFound || error.code == EINVAL else { throw error }
            return nil
        }
    }

    /// The names in a folder, sorted by code point, without `.` and `..`.
    ///
    /// - Returns: the names; U+FFFD stands for bytes that are not UTF-8, and nothing is found under such a name.
    package static func names(in directory: String) throws(FileError) -> [String] {
        try Folder(directory, followingLink: true).names()
    }

    // MARK: - Reading

    /// Reads a whole file; follows links.
    ///
    /// - Throws: ``FileError``, also for a folder or device, and for a longer file (`isTooLong`).
    package static func read(_ path: String, lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        try FileReader(path).readToEnd(lengthBytesMax: lengthBytesMax)
    }

    /// Reads a file, a pipe or a terminal to its end; for the inputs that a person names on a command line.
    package static func readStream(
        _ path: String, lengthBytesMax: Int
    ) throws(FileError) -> [UInt8] {
        let descriptor = try Descriptor(path, O_RDONLY | O_NOCTTY)
        return try WholeRead(descriptor: descriptor, lengthBytesMax: lengthBytesMax)
            .bytes(expectedBytes: 0)
    }

    // MARK: - Renaming and removing

    /// Renames a file, a link or a folder in one step; replaces a file or link at `to`.
    ///
    /// A power cut may undo it until ``syncDirectory(_:)`` has returned.
    ///
    /// - Throws: ``FileError``; nothing has changed then.
    package static func rename(_ from: String, to: String) throws(FileError) {
        let (old, oldName) = try Folder.above(from)
        let (new, newName) = try Folder.above(to)
        try old.rename(oldName, to: newName, in: new)
    }

    /// Removes one file or link; it is no error if there is none.
    ///
    /// - Throws: ``FileError`` if it is still there.
    package static func remove(_ path: String) throws(FileError) {
        try unlessAbsent(path) { (folder, name) throws(FileError) in try folder.remove(name) }
    }

    /// Removes a file, a link or a folder with everything in it; it is no error if there is nothing.
    ///
    /// It removes links and never follows one, even if one appears meanwhile.
    ///
    /// - Throws: ``FileError``; then a part may be gone. A tree more than 64 folders deep is an error.
    package static func removeTree(_ path: String) throws(FileError) {
        try unlessAbsent(path) { (folder, name) throws(FileError) in try folder.removeTree(name) }
    }

    private static func unlessAbsent(
        _ path: String, _ remove: (Folder, String) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(FileError) {
            let (folder, name) = try Folder.above(path)
            try remove(folder, name)
        } catch {
            guard error.isNotFound else { throw error }
        }
    }
}
