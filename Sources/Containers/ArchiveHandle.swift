import CArchive
import Glibc

/// An archive that libarchive reads from a descriptor; it closes itself, but not the descriptor.
final class ArchiveHandle {
    private let reader: OpaquePointer
    private var entry = carchive_entry()

    /// Starts to read.
    ///
    /// - Throws: ``ContainerProblem`` if the system has no libarchive.
    init(_ descriptor: Int32, readBytesMax: Int) throws(ContainerProblem) {
        try Self.requireLibrary()
        let canSeek = lseek(descriptor, 0, SEEK_CUR) >= 0
        guard let reader = carchive_open(descriptor, canSeek ? 1 : 0, Int64(readBytesMax)) else {
            throw .unreadable(String(cString: strerror(ENOMEM)))
        }
        self.reader = reader
    }

    deinit { carchive_close(reader) }

    /// Loads libarchive, so that a process can still use it after it has given up its rights.
    ///
    /// - Throws: ``ContainerProblem`` if the system has none.
    static func requireLibrary() throws(ContainerProblem) {
        if let reason = carchive_load() { throw .noLibrary(String(cString: reason)) }
    }

    /// What libarchive says about one entry.
    struct Entry {
        /// The name as it is stored; nil if it has none that can be read.
        let name: [UInt8]?
        let isFolder: Bool
        /// Why an entry of this kind refuses the container; nil for a plain file or a folder.
        let problem: EntryProblem?
        /// Its bytes; nil if the archive does not say.
        let lengthBytes: Int?
    }

    /// Goes to the next entry; nil at the end.
    ///
    /// - Throws: ``ContainerProblem``, also for a warning.
    func next() throws(ContainerProblem) -> Entry? {
        guard try isFound(carchive_next(reader, &entry)) else { return nil }
        return Entry(
            name: entry.name.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }?
                .map(UInt8.init(bitPattern:)),
            isFolder: entry.kind == carchive_folder, problem: problem,
            lengthBytes: entry.size < 0 ? nil : Int(entry.size))
    }

    private var problem: EntryProblem? {
        switch Int(entry.kind) {
        case carchive_link: .link
        case carchive_file, carchive_folder:
            entry.is_encrypted != 0 ? .encrypted : entry.is_sparse != 0 ? .sparse : nil
        default: .device
        }
    }

    /// Passes on the next piece of an entry's content, with its place.
    ///
    /// - Parameter sink: gets the piece and its first byte's place in the file.
    /// - Returns: false at the end of the entry.
    /// - Throws: ``ContainerProblem``, also for a warning.
    func readPiece(
        _ sink: (UnsafeRawBufferPointer, _ offset: Int) -> Void
    ) throws(ContainerProblem) -> Bool {
        var bytes: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        guard try isFound(carchive_read(reader, &bytes, &count, &offset)) else { return false }
        sink(UnsafeRawBufferPointer(start: bytes, count: count), Int(offset))
        return true
    }

    /// Leaves out the rest of an entry.
    ///
    /// - Throws: ``ContainerProblem``, also for a warning.
    func skip() throws(ContainerProblem) { _ = try isFound(carchive_skip(reader)) }

    /// Reads a stream to its end, so that its writer can end too.
    func drain(bytesMax: Int) { carchive_drain(reader, Int64(bytesMax)) }

    /// The format of the archive, known after the first entry.
    var format: Int { Int(carchive_format(reader)) }
    /// How many filters decompress.
    var filters: Int { Int(carchive_filters(reader)) }
    /// Bytes that came from the descriptor.
    var readBytes: Int { Int(carchive_bytes_read(reader)) }
    /// Bytes that came out of the filters.
    var unpackedBytes: Int { Int(carchive_bytes_unpacked(reader)) }
    /// Bytes out of the filters that the last ``next()`` has read past.
    var headerBytes: Int { Int(carchive_bytes_of_header(reader)) }

    private func isFound(_ code: Int32) throws(ContainerProblem) -> Bool {
        switch Int(code) {
        case carchive_found: return true
        case carchive_end: return false
        case carchive_too_long: throw .tooMuch(.read)
        default: throw .unreadable(ContainerStream.short(String(cString: carchive_message(reader))))
        }
    }
}
