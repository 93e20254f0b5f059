import Files
import TUF

/// TUF's trusted metadata as the only files of a folder, `<role>.json`.
///
/// Of the roots it stores only the newest, `root.json`: there the client starts.
final class ClientStore: MetadataStore {
    private let folder: String

    /// Makes a store for the folder, which need not exist yet.
    init(folder: String) {
        var path = folder
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.folder = path
    }

    func root() throws(FileError) -> [UInt8] {
        try Files.read("\(folder)/root.json", lengthBytesMax: ClientLimits.rootBytesMax)
    }

    /// Makes a root the one from which the client starts.
    func initialize(root: [UInt8]) throws(FileError) {
        try Files.createDirectoriesAndSync(folder)
        try Files.replaceFileAndSync(at: "\(folder)/root.json", with: root)
    }

    /// The bytes stored under a file name.
    ///
    /// A file that cannot be read counts as absent, whatever the reason: the client downloads it again.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        guard let path = path(of: name) else { return nil }
        do throws(FileError) {
            return try Files.read(path, lengthBytesMax: lengthBytesMax)
        } catch {
            guard !error.isExhausted else { throw StoreError(error.description) }
            return nil
        }
    }

    /// Replaces the file with this name and waits for the disk.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        guard let path = path(of: name) else { return }
        do throws(FileError) {
            try Files.replaceFileAndSync(at: path, with: bytes)
        } catch {
            throw StoreError(error.description)
        }
    }

    /// Removes a file; no error if there is none.
    func remove(_ name: String) throws(StoreError) {
        guard let path = path(of: name) else { return }
        do throws(FileError) {
            guard try Files.kind(path) != nil else { return }
            try Files.remove(path)
            try Files.syncDirectory(folder)
        } catch {
            throw StoreError(error.description)
        }
    }

    /// The path of a file; nil for one that is not stored.
    private func path(of name: String) -> String? {
        name.hasSuffix(".json") ? "\(folder)/\(name)" : nil
    }
}
