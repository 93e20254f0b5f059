import BundleFormat
import Files

// Code that reads and writes bundles on disks also needs the types of bundles in memory.
@_exported import BundleZip

/// Why a bundle was not written, not read or not whole; the cases say what the caller does next.
package enum ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bundle is wrong and stays wrong: hold it back, look for another one.
    case content(BundleFormatError)
    /// The disk failed (full, read-only, gone): the same bundle may succeed later.
    case disk(FileError)

    /// `samples/a.json: expected 12 bytes, found 13`, or the error of the disk.
    package var description: String {
        switch self {
        case .content(let error): error.description
        case .disk(let error): error.description
        }
    }

    static func wrong(_ subject: String, expected: String, found: String) -> ArchiveError {
        .content(.wrong(subject, expected: expected, found: found))
    }
}

package func inFormat<Value>(
    _ body: () throws(BundleFormatError) -> Value
) throws(ArchiveError) -> Value {
    do throws(BundleFormatError) {
        return try body()
    } catch {
        throw .content(error)
    }
}

/// Reads a whole zip, at most `lengthBytesMax` long.
func readZip(_ path: String, lengthBytesMax: Int) throws(ArchiveError) -> [UInt8] {
    do throws(FileError) {
        return try Files.read(path, lengthBytesMax: lengthBytesMax)
    } catch {
        guard error.isTooLong else { throw .disk(error) }
        throw .wrong("zip", expected: "at most \(lengthBytesMax) bytes", found: "more")
    }
}

func onDisk<Value>(
    _ work: @autoclosure () throws(FileError) -> Value
) throws(ArchiveError) -> Value {
    try mapFileErrors(to: ArchiveError.disk, work)
}
