import Glibc

/// An open file or folder; it closes itself, and no child process inherits it.
final class Descriptor: Sendable {
    let number: Int32
    /// The path it was opened at, for messages.
    let path: String

    /// `O_PATH`, which Swift's Glibc module leaves out; the same number on every machine Swift runs on.
    static let placeOnly: Int32 = 0o10_000_000

    /// Opens `path` with the flags of open(2) and `O_CLOEXEC`.
    ///
    /// With `folder` the name in that open folder is opened instead; then `path` is only for messages.
    init(
        _ path: String, _ flags: Int32, mode: UInt32 = 0,
        in folder: (descriptor: Descriptor, name: String)? = nil, operation: String = "open"
    ) throws(FileError) {
        self.path = path
        let creates = flags & O_CREAT != 0
        let above = creates ? try folder?.descriptor.status() : nil
        let wanted = SharedFolder.mode(mode, in: above)
        number = try call(operation, path) {
            openat(
                folder?.descriptor.number ?? AT_FDCWD, folder?.name ?? path, flags | O_CLOEXEC,
                wanted)
        }
        guard creates else { return }
        let found = try status()
        if flags & O_EXCL != 0 {
            // With most umasks the mode is right already, and the disk has one change less to write.
            guard found.st_mode & 0o7777 != wanted else { return }
            _ = try call(operation, path) { fchmod(number, wanted) }
        } else if wanted != mode, found.st_mode & wanted != wanted, found.st_uid == geteuid() {
            // The umask took the group's rights away, or the folder is shared only now.
            _ = try call(operation, path) { fchmod(number, found.st_mode & 0o7777 | wanted) }
        }
    }

    /// Owns, and later closes, a number that the caller opened.
    init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        // After fsync there is no error left for close to report.
        _ = close(number)
    }

    func status() throws(FileError) -> stat {
        var status = stat()
        _ = try call("examine", path) { fstat(number, &status) }
        return status
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = try call("write", path) { Glibc.write(number, start, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Reads the next bytes, at most as many as the buffer holds; returns 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try call("read", path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Returns when the disk has what was written (fsync).
    func sync() throws(FileError) {
        do throws(FileError) {
            _ = try call("synchronize", path) { fsync(number) }
        } catch {
            // Some network file systems have no fsync for folders; nothing else can be done there.
            guard error.code == EINVAL else { throw error }
        }
    }
}

/// The permissions of what is made in a folder that a group shares, as git's `core.sharedRepository=group` gives them.
///
/// A group shares a folder that is setgid and that the group may write to. The kernel gives new files there the
/// folder's group. We also give the group the rights of the owner, whatever the umask: so its members can replace
/// one another's files. What the group may not read at all, such as a key, stays private.
enum SharedFolder {
    /// Setgid, and the group's right to write.
    private static let sharedBits: mode_t = 0o2020
    private static let setgid: mode_t = 0o2000

    /// The permissions of something new in a folder; nil if the system does not tell about it.
    static func mode(_ mode: UInt32, in folder: stat?, isFolder: Bool = false) -> UInt32 {
        guard let folder, folder.st_mode & sharedBits == sharedBits, mode & 0o040 != 0 else {
            return mode
        }
        return mode | (mode & 0o700) >> 3 | (isFolder ? setgid : 0)
    }
}
