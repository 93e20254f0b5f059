import Glibc

/// An open folder.
///
/// All work through this value happens in the folder, even if somebody renames it or puts a link in its
/// place. The methods take single names, never paths, and never follow a link.
package final class Folder: Sendable {
    let descriptor: Descriptor
    /// The path it was opened at, for messages.
    package var path: String { descriptor.path }

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - followingLink: true if the last part of `path` may be a link; otherwise a link is an error.
    /// - Throws: ``FileError``.
    package init(_ path: String, followingLink: Bool = false) throws(FileError) {
        descriptor = try Descriptor(
            path, O_RDONLY | O_DIRECTORY | (followingLink ? 0 : O_NOFOLLOW))
    }

    /// Creates a folder that must not be there yet, and opens it.
    ///
    /// - Parameters:
    ///   - path: the folder; the one above must be there.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``.
    package init(creating path: String, mode: UInt32 = 0o755) throws(FileError) {
        _ = try call("create", path) { mkdir(path, mode) }
        descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        let number = descriptor.number
        let given = SharedFolder.mode(
            mode, in: SharedFolder.status(above: path), isFolder: true)
        _ = try call("create", path) { fchmod(number, given) }
    }

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Opens the folder `name` in this one.
    ///
    /// - Parameter name: its name.
    /// - Returns: the folder.
    /// - Throws: ``FileError``, also for a link.
    package func folder(_ name: String) throws(FileError) -> Folder {
        Folder(
            try Descriptor(
                try path(of: name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: (descriptor, name)))
    }

    /// Creates the folder `name` in this one, which must not have it, and opens it.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - mode: its permissions, whatever the umask.
    /// - Returns: the folder.
    /// - Throws: ``FileError``.
    package func createFolder(_ name: String, mode: UInt32 = 0o755) throws(FileError) -> Folder {
        let path = try path(of: name)
        _ = try call("create", path) { mkdirat(descriptor.number, name, mode) }
        let made = try folder(name)
        let given = SharedFolder.mode(mode, in: try descriptor.status(), isFolder: true)
        _ = try call("create", path) { fchmod(made.descriptor.number, given) }
        return made
    }

    /// Creates the file `name` in this folder, which must not have it.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - mode: its permissions, whatever the umask.
    /// - Returns: the file, open for writing.
    /// - Throws: ``FileError``.
    package func createFile(_ name: String, mode: UInt32 = 0o644) throws(FileError) -> FileWriter {
        FileWriter(
            created: try Descriptor(
                try path(of: name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode,
                in: (descriptor, name), operation: "create"))
    }

    /// Opens the regular file `name` in this folder.
    ///
    /// - Parameter name: its name.
    /// - Returns: the file, open for reading.
    /// - Throws: ``FileError``, also for a link, a folder or a device.
    package func file(_ name: String) throws(FileError) -> FileReader {
        try FileReader(
            Descriptor(
                try path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
                in: (descriptor, name)))
    }

    /// What the system says of an entry in a folder.
    package struct Entry: Sendable {
        /// What it is; a link is not followed.
        package let kind: FileKind
        /// Its length in bytes.
        package let lengthBytes: Int
        /// When it was last written to, in seconds since 1970.
        package let modifiedSecond: Int64
    }

    /// The kind of the entry `name` in this folder.
    ///
    /// - Parameter name: the name.
    /// - Returns: its kind, or nil if there is nothing.
    /// - Throws: ``FileError`` if the system does not tell.
    package func kind(_ name: String) throws(FileError) -> FileKind? { try entry(name)?.kind }

    /// What the entry `name` in this folder is.
    ///
    /// - Parameter name: the name.
    /// - Returns: its kind, length and time, or nil if there is nothing.
    /// - Throws: ``FileError`` if the system does not tell.
    package func entry(_ name: String) throws(FileError) -> Entry? {
        do throws(FileError) {
            var status = stat()
            _ = try call("examine", try path(of: name)) {
                fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
            }
            return Entry(
                kind: FileKind(mode: status.st_mode), lengthBytes: Int(status.st_size),
                modifiedSecond: Int64(status.st_mtim.tv_sec))
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Removes the entry at a path below this folder, with everything in it; it is no error if there is nothing.
    ///
    /// It never follows a link, even if somebody puts one there meanwhile. If a link is on the way, nothing
    /// is removed.
    ///
    /// - Parameter path: names with slashes between them.
    /// - Throws: ``FileError``; then a part may be gone. A tree more than 64 folders deep is an error.
    package func removeTree(_ path: String) throws(FileError) {
        var names = path.split(separator: "/").map(String.init)
        guard let name = names.popLast() else {
            throw FileError(operation: "remove", path: self.path, code: EINVAL)
        }
        var folder = self
        for name in names { folder = try folder.folder(name) }
        try TreeRemoval(folder: folder.descriptor).remove(name, shownAs: try folder.path(of: name))
    }

    /// The names in this folder, sorted by code point, without `.` and `..`.
    ///
    /// - Returns: the names; U+FFFD stands for bytes that are not UTF-8, and nothing is found under such a name.
    /// - Throws: ``FileError``.
    package func names() throws(FileError) -> [String] {
        try RawName.all(in: self).map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns when the disk has the names in this folder.
    ///
    /// - Throws: ``FileError``: a power cut may undo what was created or renamed here.
    package func sync() throws(FileError) {
        try descriptor.sync()
    }

    private func path(of name: String) throws(FileError) -> String {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/"))
        else {
            throw FileError(operation: "open", path: "\(path)/\(name)", code: EINVAL)
        }
        return "\(path)/\(name)"
    }
}
