import BundleArchive
import BundleFormat
import Containers
import Files
import TUF

/// Writes an export.
///
/// If it is stopped anywhere, the disk has the old export, none, or the new one.
package struct ExportWriter {
    package let export: Export
    package let packagedRoot: [UInt8]
    package let now: UTCTime
    /// Reads an earlier export that is an archive.
    package let containers: ContainerProcess?
    /// How long it waits for another export to the same place: longer than one takes, and not for ever.
    package var patience: Duration = .seconds(60)

    /// Makes a writer.
    package init(
        export: Export, packagedRoot: [UInt8], now: UTCTime, containers: ContainerProcess? = nil
    ) {
        self.export = export
        self.packagedRoot = packagedRoot
        self.now = now
        self.containers = containers
    }

    /// Whether a path means one file and not a folder.
    private static func isFile(_ path: String) -> Bool { ExportForm(path: path)?.isFile == true }

    /// Refuses a path that the export must not use.
    ///
    /// - Parameter path: a folder, or a file ending in `.zip` or `.tar.zst`.
    /// - Throws: ``ExportError``.
    package func check(_ path: String) throws(ExportError) {
        guard try kind(path) != nil else { return }
        try checkPlaces(path)
        if Self.isFile(path) {
            do throws(AgentError) {
                _ = try RepositoryCopy(path, containers: containers)
            } catch {
                // A machine without libarchive cannot say what the file is.
                if case .copy(_, .container(.noLibrary(let reason))) = error {
                    throw .container(.noLibrary(reason))
                }
                throw .occupied(path, isFile: true)
            }
        } else {
            let names = try mapFileErrors(to: ExportError.file) { () throws(FileError) in
                try Files.names(in: path)
            }
            .filter { !$0.hasPrefix(Files.temporaryPrefix) && $0 != "lost+found" }
            guard !names.isEmpty else { return }
            guard Set(names).isSubset(of: ["metadata", "targets", "index.html"]) else {
                throw .occupied(path, isFile: false)
            }
        }
        try checkRepository(path)
    }

    /// Refuses links below the folder, because writing or deleting through them would change other places.
    ///
    /// The folder itself may be a link.
    private func checkPlaces(_ path: String) throws(ExportError) {
        let misplaced = try mapFileErrors(to: ExportError.file) { () throws(FileError) in
            Self.isFile(path)
                ? try RepositoryFolder(Paths.parent(of: path)).firstMisplaced(
                    onTheWayTo: path.split(separator: "/").last.map(String.init) ?? "")
                : try RepositoryFolder(path).firstMisplaced()
        }
        if let misplaced { throw .misplaced("\(misplaced); \(misplaced.remedy)") }
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
    /// It makes a new folder beside the place and renames it. In an existing folder it writes
    /// targets first and the timestamp last, so a web server may serve the folder meanwhile. It
    /// replaces a file in one step. Of several exports that write in one folder, each waits for its turn.
    ///
    /// - Parameter path: a folder, or a file ending in `.zip` or `.tar.zst`.
    /// - Throws: ``ExportError``.
    package func write(to path: String) throws(ExportError) {
        // Check again, because gathering took time.
        try checkPlaces(path)
        if let form = ExportForm(path: path), form.isFile {
            let bytes = try export.packed(form)
            try mapFileErrors(to: ExportError.file) { () throws(FileError) in
                try Files.createDirectoriesAndSync(Paths.parent(of: path))
                try Files.replaceFileAndSync(at: path, with: bytes)
            }
        } else {
            if try kind(path) == nil, try make(path) { return }
            let lock = try lock(path)
            // While this one waited, another export may have put a newer state there.
            try check(path)
            try mapFileErrors(to: ExportError.file) { () throws(FileError) in
                try fill(path)
                try prune(path)
            }
            _ = consume lock
        }
    }

    /// Makes the folder, unless another export has made it meanwhile.
    ///
    /// - Returns: whether it was made.
    private func make(_ path: String) throws(ExportError) -> Bool {
        let parent = Paths.parent(of: path)
        try mapFileErrors(to: ExportError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(parent)
        }
        let lock = try lock(parent)
        guard try kind(path) == nil else { return false }
        try mapFileErrors(to: ExportError.file) { () throws(FileError) in
            // Whoever holds the lock owns this name; what is there was left by an export that was killed.
            let staging = "\(parent)/\(Files.temporaryPrefix)export"
            try Files.removeTree(staging)
            try fill(staging)
            try Files.rename(staging, to: path)
            try Files.syncDirectory(parent)
        }
        _ = consume lock
        return true
    }

    /// Waits until no other export writes in a folder.
    private func lock(_ folder: String) throws(ExportError) -> FileLock {
        let deadline = ContinuousClock.now + patience
        while true {
            if let lock = try mapFileErrors(
                to: ExportError.file,
                { () throws(FileError) in try FileLock(folder: folder) })
            {
                return lock
            }
            guard ContinuousClock.now < deadline else { throw .busy(folder) }
            Sleep.milliseconds(50)
        }
    }

    private func kind(_ path: String) throws(ExportError) -> FileKind? {
        try mapFileErrors(to: ExportError.file) { () throws(FileError) in try Files.kind(path) }
    }

    private func fill(_ folder: String) throws(FileError) {
        for (name, bytes) in export.files {
            let path = "\(folder)/\(name)"
            guard (try? Files.read(path, lengthBytesMax: bytes.count)) != bytes else { continue }
            try Files.createDirectoriesAndSync(Paths.parent(of: path))
            try Files.replaceFileAndSync(at: path, with: bytes)
        }
    }

    /// Deletes what only earlier exports named.
    ///
    /// Roots stay for machines that start from an old one.
    private func prune(_ folder: String) throws(FileError) {
        let current = Set(export.files.map(\.path))
        for name in try Files.names(in: "\(folder)/metadata")
        where name.hasSuffix(".snapshot.json") || name.hasSuffix(".targets.json") {
            guard !current.contains("metadata/\(name)") else { continue }
            try Files.remove("\(folder)/metadata/\(name)")
        }
        for target in export.targets {
            let year = Paths.parent(of: "targets/\(target.path)")
            guard (try Files.kind("\(folder)/\(year)")) == .directory else { continue }
            for name in try Files.names(in: "\(folder)/\(year)")
            where name.hasSuffix(".bundle.zip") && !current.contains("\(year)/\(name)") {
                try Files.remove("\(folder)/\(year)/\(name)")
            }
        }
    }

}
