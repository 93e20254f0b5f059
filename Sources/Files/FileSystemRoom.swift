import Glibc

/// What a file system can still take.
public struct FileSystemRoom: Equatable, Sendable {
    /// The bytes that are left for this user.
    public var freeBytes: Int
    /// The files and folders that can still be made; nil where the file system has no such limit.
    public var freeFiles: Int?
    /// Whether it is mounted so that nothing can be written.
    public var isReadOnly: Bool

    /// Describes a file system that was not looked at.
    ///
    /// - Parameters:
    ///   - freeBytes: the bytes that are left for this user.
    ///   - freeFiles: the files and folders that can still be made; nil for no limit.
    ///   - isReadOnly: whether nothing can be written.
    public init(freeBytes: Int, freeFiles: Int? = nil, isReadOnly: Bool = false) {
        self.freeBytes = freeBytes
        self.freeFiles = freeFiles
        self.isReadOnly = isReadOnly
    }
}

extension Files {
    /// Asks the file system where `path` is for what it can still take.
    ///
    /// - Parameter path: a file or folder that exists.
    /// - Returns: its room.
    /// - Throws: ``FileError`` where that cannot be known.
    public static func room(at path: String) throws(FileError) -> FileSystemRoom {
        var status = statvfs()
        _ = try call("examine", path) { statvfs(path, &status) }
        let (bytes, overflow) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return FileSystemRoom(
            freeBytes: overflow ? .max : Int(clamping: bytes),
            // File systems that make their inodes as they need them count none at all.
            freeFiles: status.f_files == 0 ? nil : Int(clamping: status.f_favail),
            isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
    }
}
