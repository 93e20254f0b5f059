import BundleFormat
import Files

/// A bundle's folder while it is being written: removed again unless everything succeeds.
///
/// Every file is made by us and new, every folder opened without following links, so nothing that lies
/// there, or is put there meanwhile, leads a write elsewhere.
struct StagedBundle: ~Copyable {
    private let root: Folder
    /// The folders open below the root, outermost first.
    ///
    /// Paths come sorted, so each folder is visited once.
    private var open: [(name: String, folder: Folder)] = []

    /// Makes `directory`, lets `fill` write into it and brings every name in it to the disk.
    static func make<Value>(
        _ directory: String, _ fill: (inout StagedBundle) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        let root = try onDisk { () throws(FileError) in try Folder(creating: directory) }
        do throws(ArchiveError) {
            var staged = StagedBundle(root: root)
            let value = try fill(&staged)
            try staged.close(to: 0)
            try onDisk { () throws(FileError) in try root.synchronize() }
            return value
        } catch {
            // The first error is the one to report; what cannot be removed now is the reaper's.
            try? Files.removeTree(directory)
            throw error
        }
    }

    private init(root: Folder) {
        self.root = root
    }

    /// Makes the file at `path`, readable to all, with its bytes on the disk.
    mutating func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
        var folders = path.split(separator: "/").map(String.init)
        let name = folders.removeLast()
        let common = zip(folders, open).prefix { $0 == $1.name }.count
        try close(to: common)
        for folder in folders[common...] {
            let above = open.last?.folder ?? root
            let made = try onDisk { () throws(FileError) in try above.createFolder(folder) }
            open.append((folder, made))
        }
        let folder = open.last?.folder ?? root
        try onDisk { () throws(FileError) in
            let writer = try folder.createFile(name)
            try writer.append(bytes)
            try writer.synchronize()
        }
    }

    /// Leaves all but the outermost `depth` open folders, their names on the disk.
    private mutating func close(to depth: Int) throws(ArchiveError) {
        while open.count > depth {
            let folder = open.removeLast().folder
            try onDisk { () throws(FileError) in try folder.synchronize() }
        }
    }
}
