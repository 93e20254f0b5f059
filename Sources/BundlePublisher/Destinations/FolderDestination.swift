import BundleArchive
import BundleFormat
import Files
import RepositoryTransport
import SeasonAuthoring
import TUF

/// A directory that any web server can serve.
///
/// The directory itself may be a link; while it is locked, we work in the one that was found first. Below it we walk
/// from folder to folder by open descriptors, and never write or delete through a link. Each file is written under a
/// temporary name in its folder, synced and renamed, so readers find the old or the new one. Pages for people are not
/// synced: a power cut may empty them, and the next publish that signs makes them again.
final class FolderDestination: PublishDestination {
    /// The directory; it need not be there.
    let name: String
    private var locked: Folder?

    init(directory: String) { name = directory }

    /// The absolute path, without links if the directory is there.
    var path: String {
        let path = Paths.real(name) ?? Paths.absolute(name)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    var fetcher: any Fetcher { FileFetcher(folder: name) }

    func exists() throws(PublishError) -> Bool {
        try onDisk(try Files.kind(name) != nil)
    }

    func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value {
        // Check before the first write: a publish that cannot be finished must not begin.
        try requireFree(for: [])
        let folder = try onDisk { () throws(FileError) in
            try Files.createDirectoriesAndSync(name)
            return try open()
        }
        return try whileLocked(".lock", in: folder, orThrow: .busy(name)) {
            () throws(PublishError) in
            locked = folder
            defer { locked = nil }
            // Another program may have changed it before we had the lock.
            try requireFree(for: [])
            try removeLeftovers()
            return try body()
        }
    }

    func open() throws(FileError) -> Folder {
        if let locked { return locked }
        return try Folder(name, followingLink: true)
    }

    /// Throws if something else is where a folder or file of the repository belongs; called before anything is read.
    ///
    /// What this user may not see, it cannot read either: then the reading says so.
    func requireReadable() throws(PublishError) {
        guard let misplaced = (try? place.firstMisplaced()) ?? nil else { return }
        throw Self.refusal(misplaced)
    }

    var place: RepositoryFolder { RepositoryFolder(name, opened: locked) }

    func requireFree(_ path: String) throws(PublishError) {
        if let misplaced = try onDisk(try place.firstMisplaced(onTheWayTo: path)) {
            throw Self.refusal(misplaced)
        }
    }

    private static func refusal(_ misplaced: RepositoryFolder.Misplaced) -> PublishError {
        PublishError("\(misplaced)", remedy: Advice(misplaced.remedy))
    }

    func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try onDisk(try ifThere(try open())?.entry(path)?.lengthBytes)
    }

    func requireFree(for files: [PublishFile]) throws(PublishError) {
        if let misplaced = try onDisk(try place.firstMisplaced()) { throw Self.refusal(misplaced) }
        for file in files { try requireFree(file.path) }
    }

    private func removeLeftovers() throws(PublishError) {
        var paths = ["", "metadata", "targets", Viewer.folder]
        for path in [Viewer.folder] + BundleFormat.levels.map({ "targets/f\($0)" }) {
            paths += try entries(of: path).filter { $0.entry.kind == .directory }
                .map { "\(path)/\($0.name)" }
        }
        for path in paths {
            guard let folder = try open(path) else { continue }
            try onDisk { () throws(FileError) in
                for name in try folder.names() where name.hasPrefix(Files.temporaryPrefix) {
                    try folder.removeTree(name)
                }
            }
        }
    }

    func write(_ files: [PublishFile], inOrder: Bool) throws(PublishError) -> [String] {
        var written: [String] = []
        for batch in files.parts(of: inOrder ? 1 : Self.writtenTogether) {
            written += try write(batch)
        }
        return written
    }

    /// The most zips in memory at the same time.
    private static let writtenTogether = 32

    private func write(_ batch: ArraySlice<PublishFile>) throws(PublishError) -> [String] {
        var missing: [FileContent] = []
        let directory = try onDisk(try open())
        for file in batch {
            try requireFree(file.path)
            let bytes = file.bytes
            let put = try onDisk { () throws(FileError) -> [UInt8]? in
                guard try !holds(bytes, at: file.path, in: directory) else { return nil }
                return file.path == PublishFile.timestampPath
                    ? try ETagPadding.bytesWithNewETag(
                        bytes, replacing: directory.entry(file.path)?.lengthBytes) : bytes
            }
            if let put { missing.append(FileContent(path: file.path, bytes: put)) }
        }
        try mapFileErrors(to: PublishError.writing) { () throws(FileError) in
            if batch.first?.isPage == true {
                try directory.replaceFilesWithoutSync(missing)
            } else {
                try directory.replaceFilesAndSync(missing)
            }
        }
        return missing.map(\.path)
    }

    func viewerPage() throws(PublishError) -> [UInt8]? {
        try onDisk { () throws(FileError) in
            guard let directory = try ifThere(try open()),
                try directory.kind(Viewer.pagePath) == .file
            else { return nil }
            return try directory.read(
                Viewer.pagePath, lengthBytesMax: PublishLimits.viewerFileBytesMax)
        }
    }

    func list() throws(PublishError) -> [StoredFile] {
        var found: [StoredFile] = []
        // The folders that are still to be searched; no recursion, because folders may be nested deeply.
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

    /// What lies in a folder, which is opened without following a link; nothing if it is not there.
    private func entries(
        of path: String
    ) throws(PublishError) -> [(name: String, entry: Folder.Entry)] {
        guard let folder = try open(path) else { return [] }
        return try onDisk { () throws(FileError) in
            var found: [(name: String, entry: Folder.Entry)] = []
            for name in try folder.names() {
                guard let entry = try folder.entry(name) else { continue }
                found.append((name, entry))
            }
            return found
        }
    }

    private func open(_ path: String) throws(PublishError) -> Folder? {
        switch try onDisk(try place.open(path)) {
        case .folder(let folder): return folder
        case .absent: return nil
        case .misplaced(let misplaced): throw Self.refusal(misplaced)
        }
    }

    func remove(_ paths: [String]) throws(PublishError) {
        for path in paths {
            try requireFree(path)
            try mapFileErrors(to: PublishError.writing) { () throws(FileError) in
                try ifThere(try open())?.remove(path)
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

/// Checks before the first write that the last one will succeed, because a published root cannot be withdrawn.
extension FolderDestination {
    func requireWritable(for files: [PublishFile]) throws(PublishError) {
        try requireFree(for: files)
        let convert = { (error: FileError) in
            PublishError("\(error)", remedy: "what was live is live still; nothing was written")
        }
        try mapFileErrors(to: convert) { () throws(FileError) in
            guard let directory = try ifThere(try open()) else { return }
            // The directory itself has an empty path.
            var folders: Set = ["", "metadata/"]
            for file in files {
                // A file that is there is written again only if it is damaged.
                if file.isImmutable, try directory.kind(file.path) != nil { continue }
                folders.insert(Self.above(file.path))
            }
            var tried: Set<String> = []
            for var folder in folders.sorted() {
                while !folder.isEmpty, try directory.kind(String(folder.dropLast())) == nil {
                    folder = Self.above(String(folder.dropLast()))
                }
                guard tried.insert(folder).inserted else { continue }
                let path = "\(folder)\(Files.temporaryPrefix)writable"
                try directory.replaceFileWithoutSync(path, with: [])
                try directory.remove(path)
            }
            // A new root without the new timestamp would leave machines with nothing that they trust.
            let path = PublishFile.timestampPath
            guard files.contains(where: { $0.path.hasSuffix(".root.json") }),
                try directory.kind(path) == .file
            else { return }
            let bytes = try directory.read(
                path, lengthBytesMax: TUFLimits.standard.timestampBytesMax)
            try directory.replaceFileAndSync(path, with: bytes)
        }
    }

    /// The folder that a path is in, with a slash at its end; empty for the directory itself.
    private static func above(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
}

/// Gives each `timestamp.json` a new ETag, even from servers that make ETags from a file's time and length.
enum ETagPadding {
    /// So many publishes have different lengths; a few more bytes cost nothing.
    private static let lengths = 64

    /// Makes the file longer or shorter than the one that it replaces.
    ///
    /// Web servers such as nginx make a file's ETag from its modification second and its length. All files have
    /// the same time in a reproducible image, for example, and files of two quick publishes have it, too. If the
    /// lengths were equal as well, caches would get "not modified" for a new file. Spaces at the end change the
    /// length and nothing else.
    static func bytesWithNewETag(_ bytes: [UInt8], replacing replaced: Int?) -> [UInt8] {
        guard let replaced, (bytes.count..<bytes.count + lengths - 1).contains(replaced) else {
            return bytes
        }
        let padding = replaced + 1 - bytes.count
        return bytes + Array(repeating: UInt8(ascii: " "), count: padding)
    }
}
