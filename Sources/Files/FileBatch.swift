import Glibc

/// A path and the whole content of the file that belongs there.
package struct FileContent: Sendable {
    /// The file's path.
    package let path: String
    /// The file's whole content.
    package let bytes: [UInt8]

    /// Keeps both.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - bytes: the file's whole content.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// Replaces many files that do not depend on one another.
///
/// All are written before the first is synced, and then synced together. So we wait for the disk a few times and
/// not for each file.
struct FileBatch {
    /// Files and folders that are open at the same time; far below every limit on descriptors.
    private static let openMax = 64

    let files: [FileContent]
    let mode: UInt32

    /// Replaces the files and returns when the disk has their contents and names.
    func replaceAndSync() throws(FileError) {
        let changed = try replace { (open) throws(FileError) in
            // The disk starts to write all of them before we wait for one.
            for writer in open { try writer.startWriting() }
            try DiskWait.Group(open, []).sync()
        }
        for folders in pieces(of: changed) {
            try DiskWait.Group(
                folders.map { (folder) throws(FileError) in
                    try Descriptor(folder, O_RDONLY | O_DIRECTORY)
                }
            ).sync()
        }
    }

    /// Replaces the files and waits for nothing.
    func replaceWithoutSync() throws(FileError) {
        _ = try replace { _ in }
    }

    /// Replaces the files, and creates missing folders.
    ///
    /// - Parameter sync: called with the open files before they get their names.
    /// - Returns: the folders that have new names in them.
    /// - Throws: ``FileError``.
    private func replace(
        _ sync: ([FileWriter]) throws(FileError) -> Void
    ) throws(FileError) -> [String] {
        var changed = Set(files.map { Paths.parent(of: $0.path) })
        for folder in changed.sorted() {
            for made in try Files.createDirectoriesWithoutSync(folder) {
                changed.insert(Paths.parent(of: made))
            }
        }
        for piece in pieces(of: files) { try replace(piece, sync) }
        return changed.sorted()
    }

    /// Replaces as many files as may be open at the same time.
    private func replace(
        _ files: ArraySlice<FileContent>, _ sync: ([FileWriter]) throws(FileError) -> Void
    ) throws(FileError) {
        var open: [(temporary: String, writer: FileWriter, path: String)] = []
        do throws(FileError) {
            for file in files {
                let (temporary, writer) = try createTemporary(beside: file.path, from: open.count)
                open.append((temporary, writer, file.path))
                try writer.append(file.bytes)
            }
            try sync(open.map(\.writer))
            for file in open { try Files.rename(file.temporary, to: file.path) }
        } catch {
            // Files that were renamed have no temporary name any more.
            for file in open { unlink(file.temporary) }
            throw error
        }
    }

    private func createTemporary(
        beside path: String, from count: Int
    ) throws(FileError) -> (String, FileWriter) {
        var writer: FileWriter?
        let temporary: String
        do throws(FileError) {
            temporary = try TemporaryName(in: Paths.parent(of: path), from: count).firstFree {
                (temporary) throws(FileError) in
                writer = try FileWriter(temporary, .creating(mode: mode))
            }
        } catch {
            throw FileError(operation: "write", path: path, code: error.code)
        }
        guard let writer else { preconditionFailure("made without an error, and yet not there") }
        return (temporary, writer)
    }

    private func pieces<Element>(of all: [Element]) -> [ArraySlice<Element>] {
        stride(from: 0, to: all.count, by: Self.openMax).map {
            all[$0..<min($0 + Self.openMax, all.count)]
        }
    }
}
