import Glibc

/// The file system, as far as this project needs it: durable writes, links, locks, no surprises.
///
/// Every path is used as given; nothing is expanded. No descriptor is inherited by a child process.
public enum Files {
    /// Names of half-written files and links start so; whoever cleans up may delete them at any time
    /// at which no other process writes in the folder.
    public static let temporaryPrefix = ".tmp-"

    /// What stands at a path, links not followed.
    ///
    /// - Parameter path: the path.
    /// - Returns: its kind, or nil where there is nothing.
    /// - Throws: ``FileError`` where that cannot be known.
    public static func kind(_ path: String) throws(FileError) -> FileKind? {
        try status(path).map { FileKind(mode: $0.st_mode) }
    }

    /// The length of what stands at a path, links not followed.
    ///
    /// - Parameter path: the path.
    /// - Returns: bytes, or nil where there is nothing.
    /// - Throws: ``FileError`` where that cannot be known.
    public static func lengthBytes(_ path: String) throws(FileError) -> Int? {
        try status(path).map { Int($0.st_size) }
    }

    /// When what stands at a path was last written to, links not followed.
    ///
    /// - Parameter path: the path.
    /// - Returns: seconds since 1970, or nil where there is nothing.
    /// - Throws: ``FileError`` where that cannot be known.
    public static func modificationTime(_ path: String) throws(FileError) -> Int64? {
        try status(path).map { Int64($0.st_mtim.tv_sec) }
    }

    /// The mode and the owner of what stands at a path, links not followed; nil where there is nothing.
    static func mode(_ path: String) throws(FileError) -> (bits: mode_t, owner: uid_t)? {
        try status(path).map { ($0.st_mode, $0.st_uid) }
    }

    /// The space that is left for this user where `path` is.
    ///
    /// - Parameter path: a file or folder that exists.
    /// - Returns: bytes.
    /// - Throws: ``FileError`` where that cannot be known.
    public static func freeBytes(at path: String) throws(FileError) -> Int {
        try room(at: path).freeBytes
    }

    /// A path that means the same from every working directory.
    ///
    /// - Parameter path: absolute, or relative to this process's working directory.
    /// - Returns: the absolute path; `path` itself where the working directory is gone.
    public static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
        defer { free(working) }
        return "\(String(cString: working))/\(path)"
    }

    /// Where a path leads once every link on the way is followed.
    ///
    /// - Parameter path: a file or folder.
    /// - Returns: the absolute path without links; nil where nothing is there, or it cannot be seen.
    public static func resolved(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Renames a file, a link or a folder in one step; a file or link at `to` is replaced.
    ///
    /// The new name outlasts a power cut only after ``synchronizeDirectory(_:)``.
    ///
    /// - Parameters:
    ///   - from: the old path.
    ///   - to: the new path, in the same file system.
    /// - Throws: ``FileError``; nothing has changed then.
    public static func rename(_ from: String, to: String) throws(FileError) {
        try refuseZero("rename", from)
        _ = try call("rename \(from) to", to) { Glibc.rename(from, to) }
    }

    /// Removes one file or link; no error where there is none.
    ///
    /// - Parameter path: the file or link.
    /// - Throws: ``FileError`` where it is still there.
    public static func remove(_ path: String) throws(FileError) {
        do throws(FileError) {
            _ = try call("remove", path) { unlink(path) }
        } catch {
            guard error.isNotFound else { throw error }
        }
    }

    private static func status(_ path: String) throws(FileError) -> stat? {
        do throws(FileError) {
            var status = stat()
            _ = try call("examine", path) { lstat(path, &status) }
            return status
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }
}

/// What can stand at a path.
public enum FileKind: Sendable {
    case file
    case directory
    case link
    /// A device, a pipe, a socket.
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
