import Glibc

/// Looks at, reads, replaces and removes files and folders by the paths that people gave.
///
/// Every path is used as given; nothing is expanded. Links above its last name are followed, once: a change happens in the
/// folder that was found then. What lies in a folder that others can write is changed through a ``Folder``, which
/// follows no link at all. No descriptor is inherited by a child process.
///
/// `…AndSync` returns when the disk has contents and names, so that a power cut cannot undo it. `…SyncingContent` waits for
/// the contents alone. `…WithoutSync` waits for nothing.
package enum Files {
    /// Begins names of half-written files and links; when no other process writes in the folder, these may be deleted.
    package static let temporaryPrefix = ".tmp-"

    /// The kind of the entry at a path, nil if there is nothing; does not follow a link.
    package static func kind(_ path: String) throws(FileError) -> FileKind? {
        try statusOf(path).map { FileKind(mode: $0.st_mode) }
    }

    /// The bytes of the entry at a path, nil if there is nothing; does not follow a link.
    package static func lengthBytes(_ path: String) throws(FileError) -> Int? {
        try statusOf(path).map { Int($0.st_size) }
    }

    /// The second since 1970 when the entry at a path was last written to, nil if there is nothing; does not follow a link.
    package static func modificationTime(_ path: String) throws(FileError) -> Int64? {
        try statusOf(path).map { Int64($0.st_mtim.tv_sec) }
    }

    /// The path that a link points to, as it is stored, with U+FFFD for bytes that are not UTF-8; nil if there is no link.
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

    /// The names in a folder, sorted by code point; U+FFFD stands for bytes that are not UTF-8.
    package static func names(in directory: String) throws(FileError) -> [String] {
        try Folder(directory, followingLink: true).names()
    }

    /// Reads a whole file and follows links; a folder, a device and a longer file (`isTooLong`) are errors.
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

    /// Renames a file, a link or a folder in one step; replaces a file or link at `to`.
    ///
    /// A power cut may undo it until ``syncDirectory(_:)`` has returned.
    package static func rename(_ from: String, to: String) throws(FileError) {
        let (old, oldName) = try Folder.above(from)
        let (new, newName) = try Folder.above(to)
        try old.rename(oldName, to: newName, in: new)
    }

    /// Removes one file or link; it is no error if there is none.
    package static func remove(_ path: String) throws(FileError) {
        try unlessAbsent(path) { (folder, name) throws(FileError) in try folder.remove(name) }
    }

    /// Removes a file, a link or a folder with everything in it; it is no error if there is nothing.
    ///
    /// It removes links and never follows one, even if one appears meanwhile. After an error a part may be gone. A tree more
    /// than 64 folders deep is an error.
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

/// What can stand at a path.
package enum FileKind: Sendable {
    case file
    case directory
    case link
    /// A device, a pipe or a socket.
    case other

    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}

/// Does not follow a link; nil if there is nothing.
func statusOf(_ path: String) throws(FileError) -> stat? {
    try ifThere { () throws(FileError) in
        var status = stat()
        _ = try call("examine", path) { lstat(path, &status) }
        return status
    }
}
