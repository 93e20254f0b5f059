import BundleFormat
import Files

/// A bundle's folder while it is being written: removed again unless everything succeeds.
///
/// Every file is made by us and new, every folder opened without following links, so nothing that lies
/// there, or is put there meanwhile, leads a write elsewhere. Files are synced together, and after this
/// (``WrittenBundle``): the disk is waited for a few times, not for each of them.
struct StagedBundle: ~Copyable {
    private let root: Folder
    /// The folders open below the root, outermost first.
    ///
    /// Paths come sorted, so each folder is visited once.
    private var open: [(name: String, folder: Folder)] = []
    /// Files and folders that are written and not yet synced.
    private var files: [FileWriter] = []
    private var folders: [Folder] = []

    /// How many of either are held open: far below every limit on descriptors.
    private static let heldMax = 64

    /// Makes `directory` and lets `fill` write into it.
    static func make(
        _ directory: String, _ fill: (inout StagedBundle) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> WrittenBundle {
        let root = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try Folder(creating: directory)
        }
        do throws(ArchiveError) {
            var staged = StagedBundle(root: root)
            try fill(&staged)
            try staged.close(to: 0)
            return try WrittenBundle(files: staged.files, folders: staged.folders + [root])
        } catch {
            // The first error is the one to report; what cannot be removed now is the reaper's.
            try? Files.removeTree(directory)
            throw error
        }
    }

    private init(root: Folder) {
        self.root = root
    }

    /// Makes the file at `path`, readable to all.
    mutating func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
        var folders = path.split(separator: "/").map(String.init)
        let name = folders.removeLast()
        let common = zip(folders, open).prefix { $0 == $1.name }.count
        try close(to: common)
        for folder in folders[common...] {
            let above = open.last?.folder ?? root
            let made = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
                try above.createFolder(folder)
            }
            open.append((folder, made))
        }
        let folder = open.last?.folder ?? root
        try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            let writer = try folder.createFile(name)
            try writer.append(bytes)
            files.append(writer)
        }
        if files.count == Self.heldMax { try sync() }
    }

    /// Closes all but the outermost `depth` open folders.
    private mutating func close(to depth: Int) throws(ArchiveError) {
        while open.count > depth {
            folders.append(open.removeLast().folder)
            if folders.count == Self.heldMax { try sync() }
        }
    }

    /// Returns once the disk has what was written so far.
    private mutating func sync() throws(ArchiveError) {
        try WrittenBundle(files: files, folders: folders).sync()
        files = []
        folders = []
    }
}
