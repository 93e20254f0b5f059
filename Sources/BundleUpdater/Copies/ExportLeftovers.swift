import Files
import Glibc

/// Leftovers of exports that were killed; an export removes them while it holds the folder's lock.
enum ExportLeftovers {
    private static let prefix = "\(Files.temporaryPrefix)bundle-agent-export-"

    /// The name of a file or folder of this process's export until it is whole.
    static var staging: String { "\(prefix)\(getpid())" }

    /// Removes half-made exports next to the place of a new one.
    ///
    /// The folder may hold a person's own files, so only names of exports are removed. Another user's leftovers may stay.
    static func remove(beside folder: Folder) throws(FileError) {
        for name in try folder.names() where name.hasPrefix(prefix) {
            try? folder.removeTree(name)
        }
    }

    /// Removes half-written files in an export's own folders.
    static func remove(inside folder: Folder) throws(FileError) {
        try remove(in: folder)
        for part in ["metadata", "targets"] { try remove(below: part, in: folder, depthMax: 2) }
    }

    private static func remove(
        below name: String, in folder: Folder, depthMax: Int
    ) throws(FileError) {
        guard try folder.kind(name) == .directory else { return }
        let opened = try folder.folder(name)
        try remove(in: opened)
        guard depthMax > 0 else { return }
        for below in try opened.names() {
            try remove(below: below, in: opened, depthMax: depthMax - 1)
        }
    }

    private static func remove(in folder: Folder) throws(FileError) {
        for name in try folder.names() where name.hasPrefix(Files.temporaryPrefix) {
            try folder.removeTree(name)
        }
    }
}
