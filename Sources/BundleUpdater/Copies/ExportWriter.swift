import BundleArchive
import BundleFormat
import Files
import Platform
import TUF

/// Writes an export.
///
/// If it is stopped anywhere, the disk has the old export, none, or the new one. Others may be able to write in the
/// folder, too: it is opened once, and every change below it follows no link (``Folder``).
package struct ExportWriter {
    package let export: Export
    package let packagedRoot: [UInt8]
    package let now: UTCTime
    /// Reads an earlier export that is an archive.
    package let containers: ContainerProcess?
    /// How long it waits for another export to the same place: longer than one takes, and not for ever.
    var patience: Duration = .seconds(60)
    /// Gets the name of each file below the folder before it is written or deleted.
    var willChange: (_ name: String) -> Void = { _ in }

    /// Makes a writer.
    package init(
        export: Export, packagedRoot: [UInt8], now: UTCTime, containers: ContainerProcess? = nil
    ) {
        self.export = export
        self.packagedRoot = packagedRoot
        self.now = now
        self.containers = containers
    }

    /// Refuses a path that the export must not use.
    package func check(_ path: String) throws(ExportError) {
        try requireParent(of: path)
        guard try kind(path) != nil else { return }
        try ExportForm(path: path).isFile ? checkFile(path) : checkFolder(path, opened: nil)
    }

    /// No folder above is made: in place of a stick that is not mounted, it would be on the inner disk.
    private func requireParent(of path: String) throws(ExportError) {
        let parent = Paths.parent(of: path)
        guard FileFacts(parent)?.isFolder == true else { throw .noParent(path, parent) }
    }

    private func checkFile(_ path: String) throws(ExportError) {
        let misplaced = try inFiles { () throws(FileError) in
            try RepositoryFolder(Paths.parent(of: path)).firstMisplaced(
                onTheWayTo: path.split(separator: "/").last.map(String.init) ?? "")
        }
        if let misplaced { throw .misplaced(misplaced) }
        do throws(CopyProblem) {
            _ = try RepositoryCopy(checking: path, containers: containers)
        } catch {
            throw ExportError(
                "\(path): expected a new file, or an export, found another file (\(error)); give another"
                    + " name, or remove it first")
        }
        try checkRepository(path)
    }

    /// Refuses a folder with other files, and links below it; the folder itself may be a link.
    private func checkFolder(_ path: String, opened: Folder?) throws(ExportError) {
        let misplaced = try inFiles { () throws(FileError) in
            try RepositoryFolder(path, opened: opened).firstMisplaced()
        }
        if let misplaced { throw .misplaced(misplaced) }
        let names = try inFiles { () throws(FileError) in
            if let opened { return try opened.names() }
            return try Folder(path, followingLink: true).names()
        }
        .filter { !$0.hasPrefix(Files.temporaryPrefix) && $0 != "lost+found" }
        guard !names.isEmpty else { return }
        guard Set(names).isSubset(of: ["metadata", "targets", "index.html"]) else {
            throw ExportError(
                "\(path): expected a new or empty folder, or an export, found other files; give"
                    + " \(ShellWord.quoted("\(path)/bundles"))")
        }
        try checkRepository(path)
    }

    /// Refuses to write an older state, or another repository, over a repository.
    private func checkRepository(_ path: String) throws(ExportError) {
        // An unfinished export, without a timestamp yet, is ours to finish.
        guard let copy = try? RepositoryCopy(path, containers: containers) else { return }
        var client = Updater(
            packagedRoot: packagedRoot, store: MemoryStore(), fetcher: copy.fetcher, now: now)
        let there: Int64
        do throws(UpdateError) {
            there = try client.refresh().status(of: .timestamp)?.version ?? 0
        } catch {
            if case .repository(.signatures(_, _, _)) = error { throw .foreign(path) }
            // It has expired or is damaged, so it is replaced.
            return
        }
        guard there <= export.trusted.status(of: .timestamp)?.version ?? 0 else {
            throw .newer(path)
        }
    }

    /// Writes the export.
    ///
    /// It makes a new folder, or a file, next to its place and renames it. In an existing folder it writes targets first
    /// and the timestamp last, so a web server may serve the folder meanwhile. Of several exports that write in one
    /// folder, each waits for its turn.
    package func write(to path: String) throws(ExportError) {
        try requireParent(of: path)
        let form = ExportForm(path: path)
        if form.isFile {
            let bytes = try export.packed(form)
            return try make(path) { () throws(ExportError) in
                try check(path)
                return true
            } filling: { (parent, staging) throws(FileError) in
                try parent.createFileSyncingContent(staging, with: bytes)
            }
        }
        if try kind(path) == nil {
            var isThere = false
            try make(path) { () throws(ExportError) in
                // Another export may have made it meanwhile.
                isThere = try kind(path) != nil
                return !isThere
            } filling: { (parent, staging) throws(FileError) in
                try fill(try parent.createFolder(staging))
            }
            guard isThere else { return }
        }
        removeLeftovers(beside: path)
        let folder = try inFiles { () throws(FileError) in
            try Folder(path, followingLink: true)
        }
        let lock = try lock(folder)
        // Look again: gathering took time, and another export may have put a newer state there.
        try checkFolder(path, opened: folder)
        try inFiles { () throws(FileError) in
            try ExportLeftovers.remove(inside: folder)
            try fill(folder)
            try prune(folder)
        }
        _ = consume lock
    }

    /// Makes a file or folder next to its place and renames it.
    private func make(
        _ path: String, if mayMake: () throws(ExportError) -> Bool,
        filling fill: (_ parent: Folder, _ staging: String) throws(FileError) -> Void
    ) throws(ExportError) {
        let (parent, name) = try inFiles { () throws(FileError) in
            try Folder.above(path)
        }
        let lock = try lock(parent)
        guard try mayMake() else { return }
        try inFiles { () throws(FileError) in
            try ExportLeftovers.remove(beside: parent)
            let staging = ExportLeftovers.staging
            do throws(FileError) {
                try fill(parent, staging)
                try parent.rename(staging, to: name)
            } catch {
                try? parent.removeTree(staging)
                throw error
            }
            try parent.sync()
        }
        _ = consume lock
    }

    /// Removes half-made exports next to a folder that is there, unless another export is at work.
    private func removeLeftovers(beside path: String) {
        guard let (parent, _) = try? Folder.above(path), let lock = try? FileLock(parent) else {
            return
        }
        try? ExportLeftovers.remove(beside: parent)
        _ = consume lock
    }

    /// Waits until no other export writes in a folder.
    private func lock(_ folder: Folder) throws(ExportError) -> FileLock {
        let lock = try inFiles { () throws(FileError) in
            try Sleep.until(patience) { () throws(FileError) in try FileLock(folder) }
        }
        guard let lock else { throw .busy(folder.path) }
        return lock
    }

    private func kind(_ path: String) throws(ExportError) -> FileKind? {
        try inFiles { () throws(FileError) in try Files.kind(path) }
    }

    private func fill(_ folder: Folder) throws(FileError) {
        for (name, bytes) in export.files {
            willChange(name)
            guard (try? folder.read(name, lengthBytesMax: bytes.count)) != bytes else { continue }
            try folder.createFoldersAndSync(Paths.parent(of: name))
            try folder.replaceFileAndSync(name, with: bytes)
        }
    }

    /// Deletes what only earlier exports named.
    ///
    /// Roots stay for machines that start from an old one.
    private func prune(_ folder: Folder) throws(FileError) {
        let current = Set(export.files.map(\.path))
        var old = try folder.folder("metadata").names()
            .filter { $0.hasSuffix(".snapshot.json") || $0.hasSuffix(".targets.json") }
            .map { "metadata/\($0)" }
        for year in Set(export.targets.map { Paths.parent(of: "targets/\($0.path)") }).sorted()
        where try folder.kind(year) == .directory {
            old += try folder.folder(year).names().filter { $0.hasSuffix(".bundle.zip") }
                .map { "\(year)/\($0)" }
        }
        for name in old where !current.contains(name) {
            willChange(name)
            try folder.remove(name)
        }
    }

    private func inFiles<Value: ~Copyable>(
        _ body: () throws(FileError) -> Value
    ) throws(ExportError) -> Value {
        try mapFileErrors(to: ExportError.file, body)
    }
}
