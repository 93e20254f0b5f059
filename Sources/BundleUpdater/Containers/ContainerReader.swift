import BundleFormat
import BundleZip
import CArchive
import Glibc

/// Finds the copy of a repository in a container: any archive that libarchive knows, packed with any tool.
///
/// It trusts nothing in it, and one strange entry is enough to refuse all of it. Everything stays in memory, so
/// no name leads anywhere. Call it in a process of its own with limits: libarchive is large.
package final class ContainerReader {
    private let descriptor: Int32
    private let library: carchive
    private let archive: OpaquePointer?

    /// Starts to read from a file or a stream, which stays open.
    package init(_ descriptor: Int32) throws(CopyProblem) {
        library = try .load()
        archive = library.read_new()
        self.descriptor = descriptor
        for filter in ARCHIVE_FILTER_GZIP...ARCHIVE_FILTER_ZSTD {
            // A filter that the library lacks starts a program, and is a warning.
            let trial = library.read_new()
            defer { _ = library.read_free(trial) }
            guard library.read_support_filter_by_code(trial, filter) == ARCHIVE_OK else { continue }
            _ = library.read_support_filter_by_code(archive, filter)
        }
        _ = library.read_support_format_all(archive)
        try require(library.read_open_fd(archive, descriptor, 64 << 10))
    }

    deinit { _ = library.read_free(archive) }

    /// The files of the one repository in it, as our own zip; other files are left out.
    package func zip() throws -> [UInt8] {
        let files = try files()
        // What follows the archive is read, so that the writer of a stream can end.
        var rest = [UInt8](repeating: 0, count: 64 << 10)
        for _ in 0..<16 where read(descriptor, &rest, rest.count) <= 0 { break }
        return try RepositoryFile.packed(files.map { ($0.key, $0.value) })
    }

    /// These files by their paths below the repository's folder.
    func files() throws(CopyProblem) -> [String: [UInt8]] {
        var folders: [String: [String: [UInt8]]] = [:]
        var bytesLeft = RepositoryFile.limits.unpackedBytesMax
        while let (folder, path) = try next() {
            let bytes = try content(bytesMax: bytesLeft)
            // Empty files also have names.
            bytesLeft -= bytes.count + path.utf8.count
            guard folders[folder, default: [:]].updateValue(bytes, forKey: path) == nil else {
                throw CopyProblem("\(path): comes twice; nothing was taken")
            }
        }
        // Two blocks of zeros are the end of a tar; libarchive accepts half a tar without them.
        let end = library.filter_bytes(archive, 0) - library.read_header_position(archive)
        if library.format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_TAR, end < 1_024 {
            throw CopyProblem("half of a tar: its end is missing; copy it again")
        }
        let copies = folders.filter { $0.value["metadata/timestamp.json"] != nil }
        guard let copy = copies.first?.value, copies.count == 1 else {
            let names = copies.keys.sorted().map { $0.isEmpty ? "one at the top" : $0 }
            throw CopyProblem(
                "expected one published directory with metadata/timestamp.json, found"
                    + " \(names.isEmpty ? "none" : names.prefix(2).joined(separator: " and ")); pack only the"
                    + " folder that 'bundle-agent export' writes")
        }
        return copy
    }

    /// Goes to the next file that a repository may have; its folder and the path below that, or nil at the end.
    private func next() throws(CopyProblem) -> (folder: String, path: String)? {
        var entry: OpaquePointer?
        while true {
            let code = library.read_next_header(archive, &entry)
            if code == ARCHIVE_EOF { return nil }
            try require(code)
            let name = library.entry_pathname(entry).map { String(cString: $0) } ?? ""
            let segments = name.split(separator: "/").filter { $0 != "." }
            let type = library.entry_filetype(entry) & S_IFMT
            let problem: String? =
                if type == S_IFLNK || library.entry_hardlink(entry) != nil {
                    "is a link; pack what it leads to ('tar --dereference --hard-dereference' does)"
                } else if type != S_IFREG, type != S_IFDIR {
                    "is a device, a pipe or a socket"
                } else if library.entry_is_encrypted(entry) != 0 {
                    "needs a password; pack it without one"
                } else if name.hasPrefix("/") || segments.contains("..") {
                    "leads out of the archive; pack relative names"
                } else {
                    nil
                }
            if let problem {
                throw CopyProblem("\(name.prefix(200)): \(problem); nothing was taken")
            }
            guard type == S_IFREG, let at = segments.lastIndex(where: { Self.parts[$0] != nil }),
                let ending = Self.parts[segments[at]], name.hasSuffix(ending)
            else { continue }
            let path = segments[at...].joined(separator: "/")
            guard BundlePath(path) != nil else { continue }
            return (segments[..<at].joined(separator: "/"), path)
        }
    }

    /// The two folders of a repository, and how names of files in them end.
    private static let parts: [Substring: String] = [
        "metadata": ".json", "targets": ".bundle.zip",
    ]

    private func content(bytesMax: Int) throws(CopyProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = library.read_data(archive, &piece, piece.count)
            if count == 0 { return bytes }
            guard count > 0 else { throw unreadable }
            bytes += piece.prefix(count)
            guard bytes.count <= bytesMax else {
                throw CopyProblem(
                    "has more than \(RepositoryFile.limits.unpackedBytesMax) bytes of a repository;"
                        + " pack only the folder that 'bundle-agent export' writes")
            }
        }
    }

    /// Refuses a warning, too: a wrong checksum is one.
    private func require(_ code: Int32) throws(CopyProblem) {
        guard code == ARCHIVE_OK else { throw unreadable }
    }

    private var unreadable: CopyProblem {
        CopyProblem(
            "expected an archive, such as a zip, a tar, a 7z or an .iso, found another file or a damaged"
                + " one (\(library.reason(archive))); copy it again, or unpack it and give the folder"
        )
    }
}
