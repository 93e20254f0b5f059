import Glibc

/// What the file system says of a folder and of everything in it, without a byte of a file being read.
///
/// Equal stamps mean that nothing in the folder was written to, renamed, added, removed or replaced in
/// between by way of the file system: each of that sets the time of the last change (`ctime`) of a file or
/// folder, which no program can choose. What a disk does to bytes by itself shows in no stamp.
public struct TreeStamp: Equatable, Sendable {
    /// For every name its kind, place, length and times, in one order.
    public private(set) var bytes: [UInt8] = []
    /// When anything in it last changed, in nanoseconds since 1970.
    ///
    /// Two changes within one tick of the file system's clock have the same time: only what is some ticks
    /// old tells a later change.
    public private(set) var lastChangeNanoseconds: Int64 = .min

    /// Bytes that its files and folders take, each in whole blocks of 4 kB.
    public private(set) var lengthBytes = 0

    /// Looks at a folder.
    ///
    /// - Parameters:
    ///   - directory: the folder; links in it are looked at, never followed.
    ///   - depthMax: folders in folders; more is an error.
    /// - Throws: ``FileError``.
    public init(of directory: String, depthMax: Int) throws(FileError) {
        let folder = try Folder(directory)
        add(try folder.status())
        try add(folder, depthMax)
    }

    private mutating func add(_ folder: Folder, _ depthMax: Int) throws(FileError) {
        for name in try folder.rawNames().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let status = try folder.status(name)
            bytes += name.lazy.map(UInt8.init(bitPattern:))
            add(status)
            guard FileKind(mode: status.st_mode) == .directory else { continue }
            let text = Folder.text(name)
            guard depthMax > 0 else {
                throw FileError(
                    operation: "examine", path: "\(folder.path)/\(text)", code: ENAMETOOLONG)
            }
            try add(try folder.folder(text), depthMax - 1)
        }
        // Ends the folder: no name is empty.
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
        // A damaged disk may show any time; those beyond the year 2262 are as good as the last one.
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : seconds.addingReportingOverflow(Int64(time.tv_nsec)).partialValue
    }
}
