import CArchive
import Glibc

/// Compresses with the zstd of the system's libarchive.
package enum ZstdPacker {
    /// Compresses bytes into one zstd frame.
    ///
    /// - Parameter bytes: at least one.
    /// - Returns: the frame; the same bytes give the same frame with the same library.
    /// - Throws: ``ContainerProblem`` if the system has no libarchive, or one without zstd.
    package static func packed(_ bytes: [UInt8]) throws(ContainerProblem) -> [UInt8] {
        try ArchiveHandle.requireLibrary()
        let packed = bytes.withUnsafeBytes { bytes -> [UInt8]? in
            var count = 0
            guard let start = bytes.baseAddress,
                let room = carchive_zstd(start, bytes.count, &count)
            else { return nil }
            defer { free(room) }
            return Array(UnsafeRawBufferPointer(start: room, count: count))
        }
        guard let packed else { throw .noLibrary("this one has no zstd, or no memory is left") }
        return packed
    }
}
