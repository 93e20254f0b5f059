import BundleArchive
import BundleFormat
import Files
import RepositoryTransport
import SeasonAuthoring
import TUF

/// A directory that any web server can serve.
///
/// The directory itself may be a link; while it is locked, we work in the one that was found first. Below it we walk
/// from folder to folder by open descriptors, and never write or delete through a link. Each file is written beside its
/// place, synced and renamed, so readers find the old or the new one. Pages for people are not synced: a power cut may
/// empty them, and the next publish that signs makes them again.
package final class FolderDestination: PublishDestination {
    /// The directory; it need not be there.
    let directory: String
    /// The directory while it is locked.
    private var locked: Folder?

    /// Names a directory; nothing is made or read yet.
    package init(directory: String) {
        self.directory = directory
    }

    package var name: String { directory }
    /// Its absolute path without links and dots if it exists, without a slash at the end.
    package var identity: String {
        let path = Paths.real(directory) ?? Paths.absolute(directory)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    package var fetcher: any Fetcher { FileFetcher(folder: directory) }

    package func exists() throws(PublishError) -> Bool {
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.kind(directory) != nil
        }
    }

    package func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value? {
        // Check before the first write: a publish that cannot be finished must not begin.
        try requireUsable()
        let folder = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(directory)
            return try open()
        }
        return try whileLocked(".lock", in: folder) { () throws(PublishError) in
            locked = folder
            defer { locked = nil }
            // Another program may have changed it before we had the lock.
            try requireUsable()
            return try body()
        }
    }

    /// The directory.
    func open() throws(FileError) -> Folder {
        if let locked { return locked }
        return try Folder(directory, followingLink: true)
    }

    /// The directory; nil if it is not there.
    func openIfThere() throws(FileError) -> Folder? {
        do throws(FileError) {
            return try open()
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    package func requireUsable() throws(PublishError) {
        try refuse { () throws(FileError) in try place.firstMisplaced() }
    }

    /// Throws if something else is where a folder or file of the repository belongs; called before anything is read.
    ///
    /// What this user may not see, it cannot read either: then the reading says so.
    func requireReadable() throws(PublishError) {
        guard let misplaced = (try? place.firstMisplaced()) ?? nil else { return }
        throw .place(name, .misplaced(misplaced))
    }

    var place: RepositoryFolder { RepositoryFolder(directory, opened: locked) }

    func refuse(
        _ look: () throws(FileError) -> RepositoryFolder.Misplaced?
    ) throws(PublishError) {
        guard let misplaced = try mapFileErrors(to: PublishError.file, look) else { return }
        throw .place(name, .misplaced(misplaced))
    }

    package func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try openIfThere()?.entry(path)?.lengthBytes
        }
    }

    package func requireFree(for files: [PublishFile]) throws(PublishError) {
        for file in files {
            try refuse { () throws(FileError) in try place.firstMisplaced(onTheWayTo: file.path) }
        }
    }

    package func removeLeftovers() throws(PublishError) {
        var paths = ["", "metadata", "seasons", "targets", Viewer.folder]
        for path in [Viewer.folder] + BundleFormat.levels.map({ "targets/f\($0)" }) {
            paths += try entries(of: path).filter { $0.entry.kind == .directory }
                .map { "\(path)/\($0.name)" }
        }
        for path in paths {
            guard let folder = try open(path) else { continue }
            try mapFileErrors(to: PublishError.file) { () throws(FileError) in
                for name in try folder.names() where name.hasPrefix(Files.temporaryPrefix) {
                    try folder.removeTree(name)
                }
            }
        }
    }

    package func write(
        _ files: [PublishFile], inOrder: Bool
    ) throws(PublishError) -> [String] {
        var written: [String] = []
        for batch in inOrder ? files.map({ [$0] }) : files.batches {
            written += try write(batch)
        }
        return written
    }

    private func write(_ batch: [PublishFile]) throws(PublishError) -> [String] {
        var missing: [FileContent] = []
        let contents = concurrently(batch) { $0.read() }
        let directory = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try open()
        }
        for (file, content) in zip(batch, contents) {
            try refuse { () throws(FileError) in try place.firstMisplaced(onTheWayTo: file.path) }
            let bytes = try content.get()
            let put = try mapFileErrors(to: PublishError.file) { () throws(FileError) -> [UInt8]? in
                guard try !holds(bytes, at: file.path, in: directory) else { return nil }
                return file.path == PublishFile.timestampPath
                    ? try ETagPadding.bytesWithNewETag(
                        bytes, replacing: directory.entry(file.path)?.lengthBytes) : bytes
            }
            if let put { missing.append(FileContent(path: file.path, bytes: put)) }
        }
        try mapFileErrors(
            to: PublishError.file(advice: .repeatIt)
        ) {
            () throws(FileError) in
            if batch.first?.isPage == true {
                try directory.replaceFilesWithoutSync(missing)
            } else {
                try directory.replaceFilesAndSync(missing)
            }
        }
        return missing.map(\.path)
    }

    package func viewerPage() throws(PublishError) -> [UInt8]? {
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            guard let directory = try openIfThere(),
                try directory.kind(Viewer.pagePath) == .file
            else { return nil }
            return try directory.read(
                Viewer.pagePath, lengthBytesMax: PublishLimits.viewerFileBytesMax)
        }
    }

    package func list() throws(PublishError) -> [StoredFile] {
        var found: [StoredFile] = []
        // Folders that are still to be searched. A list instead of recursion, because somebody may have
        // put deep folders there.
        var paths = ["metadata", "targets", Viewer.folder]
        while let path = paths.popLast() {
            for (name, entry) in try entries(of: path)
            where !name.hasPrefix(Files.temporaryPrefix) {
                if entry.kind == .directory {
                    paths.append("\(path)/\(name)")
                } else {
                    found.append(
                        StoredFile(
                            path: "\(path)/\(name)", lengthBytes: entry.lengthBytes,
                            modifiedSecond: entry.modifiedSecond))
                }
            }
        }
        return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// What lies in a folder of ours, which is opened without following a link; nothing if it is not there.
    private func entries(
        of path: String
    ) throws(PublishError) -> [(name: String, entry: Folder.Entry)] {
        guard let folder = try open(path) else { return [] }
        return try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            var found: [(name: String, entry: Folder.Entry)] = []
            for name in try folder.names() {
                guard let entry = try folder.entry(name) else { continue }
                found.append((name, entry))
            }
            return found
        }
    }

    private func open(_ path: String) throws(PublishError) -> Folder? {
        let opened = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try place.open(path)
        }
        return switch opened {
        case .folder(let folder): folder
        case .absent: nil
        case .misplaced(let misplaced): throw .place(name, .misplaced(misplaced))
        }
    }

    package func remove(_ paths: [String]) throws(PublishError) {
        for path in paths {
            try refuse { () throws(FileError) in try place.firstMisplaced(onTheWayTo: path) }
            try mapFileErrors(
                to: PublishError.file(advice: .repeatIt)
            ) {
                () throws(FileError) in try openIfThere()?.remove(path)
            }
        }
    }

    /// True if the file is there already.
    ///
    /// A file that is named after its hash is never written twice.
    private func holds(
        _ bytes: [UInt8], at path: String, in directory: Folder
    ) throws(FileError) -> Bool {
        let there = try directory.entry(path)
        guard there?.kind == .file, there?.lengthBytes == bytes.count else { return false }
        return try directory.read(path, lengthBytesMax: bytes.count) == bytes
    }
}
