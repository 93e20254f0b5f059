import Glibc

/// Remedies that change a file's owner or mode.
///
/// They cannot be carried out inside a container or on a read-only mount; there the remedy names the place where they can.
package enum RightsChange {
    package enum Obstacle: Equatable, Sendable {
        /// The file is on a read-only mount.
        case readOnly
        /// Root here cannot give files away: a container without capabilities, or with users of its own.
        case confined
    }

    /// The command; if it cannot work here, where the change has to be made.
    package static func remedy(
        _ command: String, at path: String, obstacle: (String) -> Obstacle? = obstacle
    ) -> String {
        switch obstacle(path) {
        case nil: command
        case .readOnly: "it is mounted read-only here: change it where it is mounted from"
        case .confined:
            "no user in this container may change owners: change it where it is mounted from"
        }
    }

    /// What keeps everybody here from changing a file, or else the nearest folder above it.
    package static func obstacle(at path: String) -> Obstacle? {
        if isReadOnly(path) { return .readOnly }
        let users = (try? Files.readStream("/proc/self/uid_map", lengthBytesMax: 1 << 16)) ?? []
        let status = (try? Files.readStream("/proc/self/status", lengthBytesMax: 1 << 16)) ?? []
        return isConfined(
            userMap: String(decoding: users, as: UTF8.self),
            status: String(decoding: status, as: UTF8.self)) ? .confined : nil
    }

    /// Whether the file, or else the nearest folder above it, is on a mount where nothing can be written.
    package static func isReadOnly(_ path: String) -> Bool {
        var path = Paths.absolute(path)
        while true {
            if let room = try? FileSystemRoom(at: path) { return room.isReadOnly }
            guard path != Paths.parent(of: path) else { return false }
            path = Paths.parent(of: path)
        }
    }

    /// Whether no process here can give a file to another user; false if `/proc/self/uid_map` and `status` do not tell.
    static func isConfined(userMap: String, status: String) -> Bool {
        // user_namespaces(7): the first namespace has all users. A container of a plain user has some.
        let map = userMap.split(whereSeparator: \.isWhitespace)
        if !map.isEmpty, map != ["0", "0", "4294967295"] { return true }
        // capabilities(7): CAP_CHOWN is bit 0 of what a process can ever get.
        let bound = status.split(separator: "\n").first { $0.hasPrefix("CapBnd:") }
        guard let last = bound?.last, let digit = last.hexDigitValue else { return false }
        return digit & 1 == 0
    }
}

/// How much a file system can still take.
package struct FileSystemRoom: Equatable, Sendable {
    /// The bytes that are left for this user.
    package var freeBytes: Int
    /// The files and folders that can still be made; nil if the file system has no such limit.
    package var freeFiles: Int?
    package var isReadOnly: Bool

    package init(freeBytes: Int, freeFiles: Int? = nil, isReadOnly: Bool = false) {
        self.freeBytes = freeBytes
        self.freeFiles = freeFiles
        self.isReadOnly = isReadOnly
    }

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

    package static func freeBytes(at path: String) throws(FileError) -> Int {
        try FileSystemRoom(at: path).freeBytes
    }
}
