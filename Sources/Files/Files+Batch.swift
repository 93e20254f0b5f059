import Glibc

extension Files {
    /// One file of a batch.
    public struct BatchFile: Sendable {
        /// Where it is put; one that is there is replaced.
        public let path: String
        /// Its whole content.
        public let bytes: [UInt8]

        /// Names a file of a batch.
        ///
        /// - Parameters:
        ///   - path: where it is put.
        ///   - bytes: its whole content.
        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Files and folders that are open at once: far below every limit on descriptors.
    private static let openMax = 64

    /// Writes files that do not depend on one another, each as ``writeDurably(_:to:mode:)`` does.
    ///
    /// Folders are made where they are missing. All are written before the first is synced, and then
    /// synced side by side, so that the disk is waited for a few times and not for each of them. After a
    /// power cut any of them may be the old or the new one, none is half written; when this returns, all
    /// are the new ones.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - mode: their permissions, whatever the umask.
    /// - Throws: ``FileError``; some may be there then, nothing is left over beside them.
    public static func writeDurably(
        _ files: [BatchFile], mode: UInt32 = 0o644
    ) throws(FileError) {
        let changed = try write(files, mode) { (open) throws(FileError) in
            // The disk begins with all of them before anybody waits for one.
            for writer in open { try writer.startWriting() }
            try DiskWait.Group(open, []).synchronize()
        }
        var rest = changed[...]
        while !rest.isEmpty {
            let folders = try rest.prefix(openMax).map { (folder) throws(FileError) in
                try Descriptor(folder, O_RDONLY | O_DIRECTORY)
            }
            try DiskWait.Group(folders).synchronize()
            rest = rest.dropFirst(openMax)
        }
    }

    /// Writes files that can be made again at any time, each as ``writeAtomically(_:to:mode:)`` does.
    ///
    /// Folders are made where they are missing.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - mode: their permissions, whatever the umask.
    /// - Throws: ``FileError``; some may be there then, nothing is left over beside them.
    public static func writeAtomically(
        _ files: [BatchFile], mode: UInt32 = 0o644
    ) throws(FileError) {
        _ = try write(files, mode) { _ in }
    }

    /// Writes files; `synchronize` is called with those open before they get their names.
    ///
    /// - Returns: the folders with new names in them.
    private static func write(
        _ files: [BatchFile], _ mode: UInt32,
        _ synchronize: ([FileWriter]) throws(FileError) -> Void
    ) throws(FileError) -> [String] {
        var changed = Set(files.map { parent(of: $0.path) })
        for folder in changed.sorted() {
            for made in try makeDirectories(folder, mode: 0o755) {
                changed.insert(parent(of: made))
            }
        }
        var rest = files[...]
        while !rest.isEmpty {
            try writeTogether(rest.prefix(openMax), mode, synchronize)
            rest = rest.dropFirst(openMax)
        }
        return changed.sorted()
    }

    private static func writeTogether(
        _ files: ArraySlice<BatchFile>, _ mode: UInt32,
        _ synchronize: ([FileWriter]) throws(FileError) -> Void
    ) throws(FileError) {
        var open: [(temporary: String, writer: FileWriter, path: String)] = []
        do throws(FileError) {
            for file in files {
                let (temporary, writer) = try createFirstFree(
                    beside: file.path, mode, from: open.count)
                open.append((temporary, writer, file.path))
                try writer.append(file.bytes)
            }
            try synchronize(open.map(\.writer))
            for file in open { try rename(file.temporary, to: file.path) }
        } catch {
            // Those that have been renamed are not there under this name any more.
            for file in open { unlink(file.temporary) }
            throw error
        }
    }

    private static func createFirstFree(
        beside path: String, _ mode: UInt32, from count: Int
    ) throws(FileError) -> (String, FileWriter) {
        var writer: FileWriter?
        let temporary: String
        do throws(FileError) {
            temporary = try firstFree(in: parent(of: path), from: count) {
                (temporary) throws(FileError) in
                writer = try FileWriter(temporary, .creating(mode: mode))
            }
        } catch {
            throw FileError(operation: "write", path: path, code: error.code)
        }
        guard let writer else { preconditionFailure("made without an error, and yet not there") }
        return (temporary, writer)
    }
}
