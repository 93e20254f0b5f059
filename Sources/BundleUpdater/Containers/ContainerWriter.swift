import CArchive
import Glibc

/// Packs files with libarchive; the same files give the same bytes with the same library, except in an .iso.
package struct ContainerWriter: Equatable, Sendable {
    private let format: String
    private let filter: String?

    /// A plain tar, for a stream.
    package static let tar = ContainerWriter("ustar")

    /// The writer for a file's name; nil if its ending is not of an archive.
    package init?(name: String) {
        let name = name.lowercased()
        let found = Self.forms.first { $0.endings.contains { name.hasSuffix($0) } }
        guard let found else { return nil }
        self = found.writer
    }

    private init(_ format: String, _ filter: String? = nil) {
        self.format = format
        self.filter = filter
    }

    private static let forms: [(endings: [String], writer: ContainerWriter)] = [
        ([".tar"], tar), ([".tar.gz", ".tgz"], ContainerWriter("ustar", "gzip")),
        ([".tar.bz2", ".tbz2"], ContainerWriter("ustar", "bzip2")),
        ([".tar.xz", ".txz"], ContainerWriter("ustar", "xz")),
        ([".tar.zst", ".tzst"], ContainerWriter("ustar", "zstd")),
        ([".7z"], ContainerWriter("7zip")), ([".iso"], ContainerWriter("iso9660")),
    ]

    /// Packs files in the given order.
    package func packed(_ files: [(path: String, bytes: [UInt8])]) throws(CopyProblem) -> [UInt8] {
        let library = try carchive.load()
        let archive = library.write_new()
        defer { _ = library.write_free(archive) }
        var packed: [UInt8] = []
        let isWritten = withUnsafeMutablePointer(to: &packed) { packed in
            guard library.write_set_format_by_name(archive, format) == ARCHIVE_OK else {
                return false
            }
            // A filter that the library lacks starts a program, and is a warning.
            if let filter, library.write_add_filter_by_name(archive, filter) != ARCHIVE_OK {
                return false
            }
            _ = library.write_set_filter_option(archive, "gzip", "timestamp", nil)
            _ = library.write_set_bytes_in_last_block(archive, 1)
            let isOpen = library.write_open(
                archive, packed, nil,
                { _, packed, bytes, count in
                    packed?.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
                    return count
                }, nil)
            return isOpen == ARCHIVE_OK
                && files.allSatisfy { write($0.path, $0.bytes, archive, library) }
                && library.write_close(archive) == ARCHIVE_OK
        }
        guard isWritten else {
            throw CopyProblem(
                "this machine's libarchive cannot write it (\(library.reason(archive))); choose another"
                    + " ending, such as .zip")
        }
        return packed
    }

    private func write(
        _ path: String, _ bytes: [UInt8], _ archive: OpaquePointer?, _ library: carchive
    ) -> Bool {
        let entry = library.entry_new()
        defer { library.entry_free(entry) }
        library.entry_set_pathname(entry, path)
        library.entry_set_filetype(entry, S_IFREG)
        library.entry_set_perm(entry, 0o644)
        library.entry_set_size(entry, Int64(bytes.count))
        // 1980-01-01T00:00:00Z, as in our zips.
        library.entry_set_mtime(entry, 315_532_800, 0)
        return library.write_header(archive, entry) == ARCHIVE_OK
            && library.write_data(archive, bytes, bytes.count) == bytes.count
    }
}
