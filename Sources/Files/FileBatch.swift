import Glibc

/// A path below a folder and the whole content of the file that belongs there.
package struct FileContent: Sendable {
    /// The file's name, or the names on the way to it.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// Replaces files that do not depend on one another: writes all, then syncs them together, which is a few waits.
struct FileBatch {
    /// Files that are open at the same time, each with its folder; far below every limit on descriptors.
    private static let openMax = 64

    let base: Folder
    let files: [FileContent]
    let mode: UInt32

    private typealias Open = (folder: Folder, temporary: String, writer: FileWriter, name: String)

    func replaceAndSync() throws(FileError) {
        let changed = try replace { (open) throws(FileError) in
            // The disk starts to write all of them before we wait for one.
            for writer in open { try writer.startWriting() }
            try DiskWait.Group(open, []).sync()
        }
        for folders in pieces(of: changed) {
            try DiskWait.Group(
                [],
                folders.map { (path) throws(FileError) in
                    path.isEmpty ? base : try base.folder(path)
                }
            ).sync()
        }
    }

    func replaceWithoutSync() throws(FileError) {
        _ = try replace { _ in }
    }

    /// Replaces the files, and creates missing folders; returns the folders below the base that have new names in them.
    private func replace(
        _ sync: ([FileWriter]) throws(FileError) -> Void
    ) throws(FileError) -> [String] {
        var changed = Set(files.map { Self.above($0.path) })
        for folder in changed.sorted() where !folder.isEmpty {
            let made = try FolderCreation(base: base, mode: 0o755).create(folder)
            var above = Self.above(folder)
            for _ in made.changed {
                changed.insert(above)
                above = Self.above(above)
            }
        }
        for piece in pieces(of: files) { try replace(piece, sync) }
        return changed.sorted()
    }

    /// The path above a path below the base; empty for the base.
    private static func above(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private func replace(
        _ files: ArraySlice<FileContent>, _ sync: ([FileWriter]) throws(FileError) -> Void
    ) throws(FileError) {
        var open: [Open] = []
        do throws(FileError) {
            for file in files {
                let made = try createTemporary(for: file, from: open.count)
                open.append(made)
                try made.writer.append(file.bytes)
            }
            try sync(open.map(\.writer))
            for file in open { try file.folder.rename(file.temporary, to: file.name) }
        } catch {
            // Files that were renamed have no temporary name any more.
            for file in open { try? file.folder.remove(file.temporary) }
            throw error
        }
    }

    private func createTemporary(for file: FileContent, from count: Int) throws(FileError) -> Open {
        try asWriting(base.path(of: file.path)) { () throws(FileError) in
            let (folder, name) = try base.place(file.path)
            var writer: FileWriter?
            let temporary = try TemporaryName(first: count).firstFree {
                (temporary) throws(FileError) in
                writer = try folder.createFile(temporary, mode: mode)
            }
            guard let writer else {
                preconditionFailure("made without an error, and yet not there")
            }
            return (folder, temporary, writer, name)
        }
    }

    private func pieces<Element>(of all: [Element]) -> [ArraySlice<Element>] {
        stride(from: 0, to: all.count, by: Self.openMax).map {
            all[$0..<min($0 + Self.openMax, all.count)]
        }
    }
}
