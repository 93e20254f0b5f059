import BundleFormat
import Files

extension BundleContents {
    /// Writes the bundle as a new folder, which the disk has when this returns; after an error it does not exist.
    package func write(into directory: String) throws(ArchiveError) {
        try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            let (folder, name) = try Folder.above(directory)
            let written = try stage(name, in: folder)
            do throws(FileError) {
                try written.sync()
            } catch {
                // Report the first error. The reaper removes later what cannot be removed now.
                try? folder.removeTree(name)
                throw error
            }
        }
    }

    /// Writes the bundle as a folder below `folder` without waiting for the disk; after an error it does not exist.
    ///
    /// It must not exist, the one above it must. The disk must have the files and folders that this returns before the
    /// folder gets its name.
    package func stage(_ path: String, in folder: Folder) throws(FileError) -> DiskWait.Group {
        try StagedBundle.make(path, in: folder, entries)
    }
}

/// A bundle's folder while it is being written; it is removed again unless everything succeeds.
///
/// We create every file, and open every folder without following links. So nothing that is there, or is put
/// there meanwhile, can lead a write elsewhere. The files are synced together, so we wait for the disk a
/// few times and not for each file.
struct StagedBundle: ~Copyable {
    private let root: Folder
    /// Outermost first; paths come sorted, so each folder is opened once.
    private var open: [(name: String, folder: Folder)] = []
    private var files: [FileWriter] = []
    private var folders: [Folder] = []

    /// The largest number of open files and folders: far below every limit on descriptors.
    private static let heldMax = 64

    static func make(
        _ path: String, in folder: Folder, _ entries: [(path: String, bytes: [UInt8])]
    ) throws(FileError) -> DiskWait.Group {
        let root = try folder.createFolder(path)
        do throws(FileError) {
            var staged = StagedBundle(root: root)
            for (path, bytes) in entries { try staged.write(bytes, to: path) }
            try staged.close(to: 0)
            return try DiskWait.Group(staged.files, staged.folders + [root])
        } catch {
            // Report the first error. The reaper removes later what cannot be removed now.
            try? folder.removeTree(path)
            throw error
        }
    }

    private mutating func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        var folders = path.split(separator: "/").map(String.init)
        let name = folders.removeLast()
        let common = zip(folders, open).prefix { $0 == $1.name }.count
        try close(to: common)
        for folder in folders[common...] {
            open.append((folder, try (open.last?.folder ?? root).createFolder(folder)))
        }
        let writer = try (open.last?.folder ?? root).createFile(name)
        try writer.append(bytes)
        files.append(writer)
        if files.count == Self.heldMax { try sync() }
    }

    private mutating func close(to depth: Int) throws(FileError) {
        while open.count > depth {
            folders.append(open.removeLast().folder)
            if folders.count == Self.heldMax { try sync() }
        }
    }

    private mutating func sync() throws(FileError) {
        try DiskWait.Group(files, folders).sync()
        files = []
        folders = []
    }
}
