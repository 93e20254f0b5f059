import Glibc

/// How much a file system can still take.
package struct FileSystemRoom: Equatable, Sendable {
    /// The bytes that are left for this user.
    package var freeBytes: Int
    /// The files and folders that can still be made; nil if the file system has no such limit.
    package var freeFiles: Int?
    /// True if it is mounted so that nothing can be written.
    package var isReadOnly: Bool

    /// States what a file system can take, without asking it.
    ///
    /// - Parameters:
    ///   - freeFiles: the files and folders that can still be made; nil for no limit.
    ///   - isReadOnly: true if nothing can be written.
    package init(freeBytes: Int, freeFiles: Int? = nil, isReadOnly: Bool = false) {
        self.freeBytes = freeBytes
        self.freeFiles = freeFiles
        self.isReadOnly = isReadOnly
    }
}

extension FileSystemRoom {
    /// Asks the file system that `path` is on.
    package init(at path: String) throws(FileError) {
        var status = statvfs()
        _ = try call("examine", path) { statvfs(path, &status) }
        let (bytes, overflow) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        self.init(
            freeBytes: overflow ? .max : Int(clamping: bytes),
            // File systems that make inodes when they need them count none at all.
            freeFiles: status.f_files == 0 ? nil : Int(clamping: status.f_favail),
            isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
    }

    /// The bytes that are left for this user on the file system of `path`.
    package static func freeBytes(at path: String) throws(FileError) -> Int {
        try FileSystemRoom(at: path).freeBytes
    }
}
