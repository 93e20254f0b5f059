import BundleArchive
import BundleFormat
import Files
import RepositoryTransport
import SeasonAuthoring
import TUF

/// A directory that any web server can serve.
///
/// The directory itself may be a link. Below it we never write or delete through a link. Each file is
/// written beside its place, synced and renamed, so readers find the old or the new one. Pages for people
/// are not synced: a power cut may empty them, and the next publish that signs makes them again.
package struct FolderDestination: PublishDestination {
    /// The directory; it need not be there.
    let directory: String

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
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(directory)
        }
        return try whileLocked("\(directory)/.lock", body)
    }

    package func requireUsable() throws(PublishError) {
        try refuse { () throws(FileError) in try place.firstMisplaced() }
    }

    /// Throws if something else stands in the place of a folder or file of ours; called before anything is read.
    ///
    /// What this user may not see, it cannot read either: then the reading says so.
    func requireReadable() throws(PublishError) {
        guard let misplaced = (try? place.firstMisplaced()) ?? nil else { return }
        throw .place(name, .misplaced(misplaced))
    }

    private var place: RepositoryFolder { RepositoryFolder(directory) }

    private func refuse(
        _ look: () throws(FileError) -> RepositoryFolder.Misplaced?
    ) throws(PublishError) {
        guard let misplaced = try mapFileErrors(to: PublishError.file, look) else { return }
        throw .place(name, .misplaced(misplaced))
    }

    package func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.lengthBytes("\(directory)/\(path)")
        }
    }

    package func requireFree(for files: [PublishFile]) throws(PublishError) {
        for file in files {
            try refuse { () throws(FileError) in try place.firstMisplaced(onTheWayTo: file.path) }
        }
    }

    package func requireWritable(for files: [PublishFile]) throws(PublishError) {
        try requireFree(for: files)
        try mapFileErrors(
            to: PublishError.file(advice: .nothingWritten)
        ) {
            () throws(FileError) in
            var folders: Set = [directory, "\(directory)/metadata"]
            for file in files {
                let path = "\(directory)/\(file.path)"
                // A file that is there is written again only if it is damaged.
                if file.life == .immutable, try Files.kind(path) != nil { continue }
                var folder = Paths.parent(of: path)
                while folder != directory, try Files.kind(folder) == nil {
                    folder = Paths.parent(of: folder)
                }
                folders.insert(folder)
            }
            for folder in folders.sorted() where try Files.kind(folder) != nil {
                let path = "\(folder)/\(Files.temporaryPrefix)writable"
                try Files.replaceFileWithoutSync(at: path, with: [])
                try Files.remove(path)
            }
            // A new root without the new timestamp would leave machines with nothing that they trust.
            let path = "\(directory)/\(PublishFile.timestampPath)"
            guard files.contains(where: { $0.path.hasSuffix(".root.json") }),
                try Files.kind(path) == .file
            else { return }
            let bytes = try Files.read(
                path, lengthBytesMax: TUFLimits.standard.timestampBytesMax)
            try Files.replaceFileAndSync(at: path, with: bytes)
        }
    }

    package func withRoom(
        for files: [PublishFile], _ body: () throws(PublishError) -> Void
    ) throws(PublishError) {
        var rooms: [String] = []
        defer { for room in rooms { try? Files.remove(room) } }
        for (number, file) in files.enumerated() {
            try refuse { () throws(FileError) in try place.firstMisplaced(onTheWayTo: file.path) }
            let path = "\(directory)/\(file.path)"
            let folder = Paths.parent(of: path)
            let room = "\(folder)/\(Files.temporaryPrefix)room-\(number)"
            let lengthBytes = try file.bytes().count + Self.roomSpareBytes
            // A message names the file that there is no room for.
            try mapFileErrors(
                to: { (error: FileError) -> PublishError in
                    .file(
                        FileError(operation: "write", path: path, code: error.code),
                        advice: .repeatIt)
                }
            ) {
                () throws(FileError) in
                try Files.createDirectoriesAndSync(folder)
                try Files.createRoom(at: room, lengthBytes: lengthBytes)
            }
            rooms.append(room)
        }
        try body()
    }

    /// More than a file's own bytes: a timestamp gets a few more, and a folder one name more.
    private static let roomSpareBytes = 4_096

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
        _ files: [PublishFile], inOrder: Bool, now: UTCTime
    ) throws(PublishError) -> [String] {
        var written: [String] = []
        for batch in inOrder ? files.map({ [$0] }) : files.batches {
            written += try write(batch, now)
        }
        return written
    }

    private func write(
        _ batch: [PublishFile], _ now: UTCTime
    ) throws(PublishError) -> [String] {
        var missing: [(path: String, file: FileContent)] = []
        let contents = concurrently(batch) { $0.read() }
        for (file, content) in zip(batch, contents) {
            let path = "\(directory)/\(file.path)"
            try refuse { () throws(FileError) in try place.firstMisplaced(onTheWayTo: file.path) }
            let bytes = try content.get()
            let put = try mapFileErrors(to: PublishError.file) { () throws(FileError) -> [UInt8]? in
                guard try !holds(bytes, at: path) else { return nil }
                return file.path == PublishFile.timestampPath
                    ? try timestamp(bytes, replacing: path, now: now) : bytes
            }
            if let put { missing.append((file.path, .init(path: path, bytes: put))) }
        }
        try mapFileErrors(
            to: PublishError.file(advice: .repeatIt)
        ) {
            () throws(FileError) in
            let files = missing.map(\.file)
            if batch.first?.isPage == true {
                try Files.replaceFilesWithoutSync(files)
            } else {
                try Files.replaceFilesAndSync(files)
            }
        }
        return missing.map(\.path)
    }

    package func viewerPage() throws(PublishError) -> [UInt8]? {
        let path = "\(directory)/\(Viewer.pagePath)"
        return try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            guard try Files.kind(path) == .file else { return nil }
            return try Files.read(path, lengthBytesMax: PublishLimits.viewerFileBytesMax)
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
                () throws(FileError) in try Files.remove("\(directory)/\(path)")
            }
        }
    }

    private func timestamp(
        _ bytes: [UInt8], replacing path: String, now: UTCTime
    ) throws(FileError) -> [UInt8] {
        guard let length = try Files.lengthBytes(path),
            let modified = try Files.modificationTime(path)
        else { return bytes }
        return ETagPadding.bytesWithNewETag(
            bytes, replacing: .init(lengthBytes: length, modifiedSecond: modified), now: now)
    }

    /// True if the file is there already.
    ///
    /// A file that is named after its hash is never written twice.
    private func holds(_ bytes: [UInt8], at path: String) throws(FileError) -> Bool {
        guard try Files.kind(path) == .file, try Files.lengthBytes(path) == bytes.count else {
            return false
        }
        return try Files.read(path, lengthBytesMax: bytes.count) == bytes
    }
}
