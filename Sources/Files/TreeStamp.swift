import Glibc

/// What the file system says about a folder and everything in it; taking a stamp reads no file.
///
/// Two equal stamps mean that between them nothing in the folder was written, renamed, added, removed or
/// replaced through the file system. Each of these changes sets the `ctime` of a file or folder, and no
/// program can choose that time. A stamp does not show if a disk damages bytes by itself.
package struct TreeStamp: Equatable, Sendable {
    /// The kind, place, length and times of each name, in one order.
    package private(set) var bytes: [UInt8] = []
    /// The time when anything in it last changed, in nanoseconds since 1970.
    ///
    /// Two changes within one tick of the file system's clock have the same time. So a later change
    /// certainly shows only if
    /// this time is some ticks ago.
    package private(set) var lastChangeNanoseconds: Int64 = .min

    /// The bytes that its files and folders take, each rounded up to blocks of 4 kB.
    package private(set) var lengthBytes = 0

    /// Asks the file system about a folder.
    ///
    /// - Parameters:
    ///   - directory: the folder; links in it count as links and are not followed.
    ///   - depthMax: folders inside folders; more is an error.
    package init(of directory: String, depthMax: Int) throws(FileError) {
        let folder = try Folder(directory)
        add(try folder.descriptor.status())
        try add(folder, depthMax)
    }

    private mutating func add(_ folder: Folder, _ depthMax: Int) throws(FileError) {
        let names = try RawName.all(in: folder).sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        for name in names {
            let path = "\(folder.path)/\(name.text)"
            var status = stat()
            _ = try call("examine", path) {
                fstatat(folder.descriptor.number, name.bytes, &status, AT_SYMLINK_NOFOLLOW)
            }
            bytes += name.bytes.lazy.map(UInt8.init(bitPattern:))
            add(status)
            guard FileKind(mode: status.st_mode) == .directory else { continue }
            guard depthMax > 0 else {
                throw FileError(operation: "examine", path: path, code: ENAMETOOLONG)
            }
            try add(try folder.folder(name.text), depthMax - 1)
        }
        // A zero byte ends the folder: no name is empty.
        bytes.append(0)
    }

    private mutating func add(_ status: stat) {
        let modified = Self.nanoseconds(status.st_mtim)
        let changed = Self.nanoseconds(status.st_ctim)
        let (length, overflow) = max(Int(status.st_size), 1).addingReportingOverflow(4_095)
        lengthBytes =
            lengthBytes.addingReportingOverflow(
                overflow ? .max : length / 4_096 * 4_096
            ).partialValue
        lastChangeNanoseconds = max(lastChangeNanoseconds, modified, changed)
        for number in [
            UInt64(status.st_mode), UInt64(status.st_dev), UInt64(status.st_ino),
            UInt64(bitPattern: Int64(status.st_size)), UInt64(bitPattern: modified),
            UInt64(bitPattern: changed),
        ] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // A damaged disk may show any time. Those after the year 2262 count as the last possible one.
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : seconds.addingReportingOverflow(Int64(time.tv_nsec)).partialValue
    }
}
