import Glibc

/// An open folder: what is done through it stays in it, whoever renames or relinks things meanwhile.
///
/// Names are single names, never paths; a link is never followed.
public final class Folder: Sendable {
    let descriptor: Descriptor
    /// Where it was opened, for messages.
    public var path: String { descriptor.path }

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - followingLink: whether the last part of `path` may be a link; otherwise one is an error.
    /// - Throws: ``FileError``.
    public init(_ path: String, followingLink: Bool = false) throws(FileError) {
        descriptor = try Descriptor(
            path, O_RDONLY | O_DIRECTORY | (followingLink ? 0 : O_NOFOLLOW))
    }

    /// Makes a folder that must not be there yet and opens it.
    ///
    /// - Parameters:
    ///   - path: where; the folder above must be there.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``.
    public init(creating path: String, mode: UInt32 = 0o755) throws(FileError) {
        _ = try call("create", path) { mkdir(path, mode) }
        descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        let number = descriptor.number
        _ = try call("create", path) { fchmod(number, mode) }
    }

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Opens the folder `name` in this one.
    ///
    /// - Parameter name: its name.
    /// - Returns: the folder.
    /// - Throws: ``FileError``, for a link too.
    public func folder(_ name: String) throws(FileError) -> Folder {
        Folder(
            try Descriptor(
                try path(of: name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: (descriptor, name)))
    }

    /// Makes the folder `name` in this one, which must not have it, and opens it.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - mode: its permissions, whatever the umask.
    /// - Returns: the folder.
    /// - Throws: ``FileError``.
    public func createFolder(_ name: String, mode: UInt32 = 0o755) throws(FileError) -> Folder {
        let path = try path(of: name)
        _ = try call("create", path) { mkdirat(descriptor.number, name, mode) }
        let made = try folder(name)
        _ = try call("create", path) { fchmod(made.descriptor.number, mode) }
        return made
    }

    /// Makes the file `name` in this folder, which must not have it.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - mode: its permissions, whatever the umask.
    /// - Returns: the file, to write to.
    /// - Throws: ``FileError``.
    public func createFile(_ name: String, mode: UInt32 = 0o644) throws(FileError) -> FileWriter {
        FileWriter(
            created: try Descriptor(
                try path(of: name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode,
                in: (descriptor, name), operation: "create"))
    }

    /// Opens the regular file `name` in this folder.
    ///
    /// - Parameter name: its name.
    /// - Returns: the file, to read from.
    /// - Throws: ``FileError``, for a link, folder or device too.
    public func file(_ name: String) throws(FileError) -> FileReader {
        try FileReader(
            Descriptor(
                try path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
                in: (descriptor, name)))
    }

    /// What `name` is in this folder.
    ///
    /// - Parameter name: the name.
    /// - Returns: its kind, or nil where there is nothing.
    /// - Throws: ``FileError`` where that cannot be known.
    public func kind(_ name: String) throws(FileError) -> FileKind? {
        do throws(FileError) {
            var status = stat()
            _ = try call("examine", try path(of: name)) {
                fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
            }
            return FileKind(mode: status.st_mode)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Removes what stands at a path below this folder, with everything in it; no error where there is nothing.
    ///
    /// No link on the way or in it is followed, also when somebody puts one there meanwhile; where one stands on
    /// the way, nothing is removed.
    ///
    /// - Parameter path: names with slashes between them.
    /// - Throws: ``FileError``; some of it may be gone then. Folders more than 64 deep are an error.
    public func removeTree(_ path: String) throws(FileError) {
        var names = path.split(separator: "/").map(String.init)
        guard let name = names.popLast() else {
            throw FileError(operation: "remove", path: self.path, code: EINVAL)
        }
        var folder = self
        for name in names { folder = try folder.folder(name) }
        try folder.removeTree(named: name)
    }

    private func removeTree(named name: String) throws(FileError) {
        let shown = try path(of: name)
        if unlinkat(descriptor.number, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR else {
            throw FileError(operation: "remove", path: shown, code: errno)
        }
        do throws(FileError) {
            try folder(name).removeContents(depthMax: 64)
        } catch {
            // What somebody's chmod protects is still ours.
            guard error.isPermission,
                (try? Files.restoreModes(shown, in: (descriptor, name), depthMax: 16)) != nil
            else { throw error }
            try folder(name).removeContents(depthMax: 64)
        }
        _ = try call("remove", shown) { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }

    /// The names in this folder, sorted by code point, without `.` and `..`.
    ///
    /// - Returns: the names; one that is not UTF-8 with U+FFFD in it, so that nothing is found under it.
    /// - Throws: ``FileError``.
    public func names() throws(FileError) -> [String] {
        try rawNames().map(Self.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns once the disk has the names in this folder.
    ///
    /// - Throws: ``FileError``: a file just made here may be lost by a power cut.
    public func synchronize() throws(FileError) {
        try descriptor.synchronize()
    }

    private func path(of name: String) throws(FileError) -> String {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/"))
        else {
            throw FileError(operation: "open", path: "\(path)/\(name)", code: EINVAL)
        }
        return "\(path)/\(name)"
    }
}

// MARK: - Names as bytes, so that a name that is not UTF-8 can be removed

extension Folder {
    /// Removes everything in this folder, going down `depthMax` folders at most.
    func removeContents(depthMax: Int) throws(FileError) {
        guard depthMax > 0 else {
            throw FileError(operation: "remove", path: path, code: ENAMETOOLONG)
        }
        for name in try rawNames() {
            let shown = "\(path)/\(Self.text(name))"
            if unlinkat(descriptor.number, name, 0) == 0 || errno == ENOENT { continue }
            guard errno == EISDIR else {
                throw FileError(operation: "remove", path: shown, code: errno)
            }
            let number = try call("open", shown) {
                openat(descriptor.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
            try Folder(Descriptor(owning: number, path: shown))
                .removeContents(depthMax: depthMax - 1)
            _ = try call("remove", shown) { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
        }
    }

    static func text(_ rawName: [CChar]) -> String {
        String(decoding: rawName.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// What the system knows about the folder itself.
    func status() throws(FileError) -> stat { try descriptor.status() }

    /// What the system knows about the name with its final zero, a link not followed.
    func status(_ name: [CChar]) throws(FileError) -> stat {
        var status = stat()
        _ = try call("examine", "\(path)/\(Self.text(name))") {
            fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
        }
        return status
    }

    /// The names with their final zero, in no order.
    func rawNames() throws(FileError) -> [[CChar]] {
        // A second descriptor: its stream has its own place and closes it.
        let number = try call("list", path) {
            openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = fdopendir(number) else {
            let code = errno
            close(number)
            throw FileError(operation: "list", path: path, code: code)
        }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else {
                    throw FileError(operation: "list", path: path, code: errno)
                }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { start in
                    Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
                }
            }
            let dot = CChar(UInt8(ascii: "."))
            if name != [dot, 0], name != [dot, dot, 0] { names.append(name) }
        }
    }
}
