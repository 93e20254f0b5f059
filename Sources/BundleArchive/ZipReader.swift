import CArchive

/// libarchive over a zip in memory, reduced to what a bundle needs.
///
/// Every answer but "ok" and "end" is an error: libarchive calls a wrong checksum or length a warning.
/// Only the seekable reader is on; the other one would unpack the beginning of half a zip.
final class ZipReader {
    private let archive: OpaquePointer

    /// Opens a zip that stays where it is while this lives.
    init(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        guard let archive = archive_read_new() else {
            throw .content(subject: "zip", problem: "expected memory for a reader, found none")
        }
        self.archive = archive
        try check(archive_read_support_format_zip_seekable(archive), "zip")
        try check(archive_read_open_memory(archive, bytes.baseAddress, bytes.count), "zip")
    }

    deinit {
        archive_read_free(archive)
    }

    /// Goes on to the next entry and holds it against what must come now.
    ///
    /// - Parameters:
    ///   - path: its name.
    ///   - lengthBytes: its length, where that is known.
    /// - Throws: ``ArchiveError`` where something else comes.
    func next(_ path: String, lengthBytes: Int? = nil) throws(ArchiveError) {
        guard let entry = try nextEntry(path) else {
            throw .wrong("zip", expected: path, found: "no more entries")
        }
        guard let name = archive_entry_pathname(entry) else {
            throw .wrong("zip", expected: path, found: "an entry without a name")
        }
        let bytes = UnsafeRawBufferPointer(start: name, count: length(of: name))
        guard bytes.elementsEqual(path.utf8) else {
            throw .wrong("zip", expected: path, found: shown(bytes))
        }
        // S_IFREG; libarchive's own macro does not reach Swift.
        guard archive_entry_filetype(entry) == 0o100000, archive_entry_hardlink(entry) == nil,
            archive_entry_is_encrypted(entry) == 0
        else { throw .wrong(path, expected: "a plain file", found: "something else") }
        let found = archive_entry_size_is_set(entry) == 0 ? -1 : archive_entry_size(entry)
        if let lengthBytes, found != Int64(lengthBytes) {
            throw .wrong(path, expected: "\(lengthBytes) bytes", found: "\(found)")
        }
    }

    /// Refuses anything more.
    func end() throws(ArchiveError) {
        guard try nextEntry("zip") == nil else {
            throw .wrong("zip", expected: "the end of the entries", found: "one that is not listed")
        }
    }

    /// Unpacks the entry, in pieces that live until the next.
    ///
    /// - Parameters:
    ///   - path: its name, for messages.
    ///   - lengthBytesMax: more is an error before it reaches `sink`.
    ///   - sink: takes each piece.
    /// - Throws: ``ArchiveError``, and what `sink` throws.
    func read(
        _ path: String, lengthBytesMax: Int,
        _ sink: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var total = 0
        while true {
            var start: UnsafeRawPointer?
            var count = 0
            var offset: Int64 = 0
            let code = archive_read_data_block(archive, &start, &count, &offset)
            if code == ARCHIVE_EOF { return }
            try check(code, path)
            // A zip has no holes; were there one, the lengths would not add up.
            guard offset == Int64(total), count <= lengthBytesMax - total else {
                throw .wrong(path, expected: "at most \(lengthBytesMax) bytes", found: "more")
            }
            total += count
            try sink(UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    private func nextEntry(_ subject: String) throws(ArchiveError) -> OpaquePointer? {
        var entry: OpaquePointer?
        let code = archive_read_next_header(archive, &entry)
        if code == ARCHIVE_EOF { return nil }
        try check(code, subject)
        return entry
    }

    private func check(_ code: Int32, _ subject: String) throws(ArchiveError) {
        guard code != ARCHIVE_OK else { return }
        let text = archive_error_string(archive).map { String(cString: $0) } ?? "code \(code)"
        throw .wrong(subject, expected: "a sound zip", found: shown(text.utf8))
    }

    private func length(of name: UnsafePointer<CChar>) -> Int {
        var length = 0
        while name[length] != 0 { length += 1 }
        return length
    }
}
