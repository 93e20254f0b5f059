import Files
import TUF

/// TUF's trusted metadata as files of a folder, `<role>.json`, and nothing else in it.
///
/// The server's mark on the timestamp lies in `<folder>.state`: it saves a transfer and no more, so
/// where it cannot be kept it is done without. Roots are not kept but for the newest, `root.json`:
/// that is where this client starts.
struct ClientStore: MetadataStore {
    private let folder: String
    /// Nil where the folder has no name to put another one beside.
    private let state: String?

    /// Names the folder, with or without a final slash; it need not be there yet.
    init(folder: String) {
        var path = folder
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.folder = path
        let name = path.split(separator: "/").last ?? "."
        state = name == "." || name == ".." ? nil : "\(path).state"
    }

    /// The root to start from.
    func root() throws(ClientError) -> [UInt8] {
        try mapFileErrors(to: ClientError.file) { () throws(FileError) in
            try Files.read("\(folder)/root.json", lengthBytesMax: ClientLimits.rootBytesMax)
        }
    }

    /// Makes a root the one to start from.
    func initialize(root: [UInt8]) throws(ClientError) {
        try mapFileErrors(to: ClientError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(folder)
            try Files.replaceFileAndSync(at: "\(folder)/root.json", with: root)
        }
    }

    /// The bytes stored under a file name.
    ///
    /// A file too long to be one of ours counts as absent: the repository has it anew.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        guard let path = path(of: name) else { return nil }
        do throws(FileError) {
            return try Files.read(path, lengthBytesMax: lengthBytesMax)
        } catch {
            guard error.isNotFound || error.isTooLong else { throw StoreError(error.description) }
            return nil
        }
    }

    /// Puts bytes under a file name, durably and at once.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        guard let path = path(of: name) else { return }
        guard isMetadata(name) else {
            if let state { try? Files.createDirectoriesAndSync(state) }
            try? Files.replaceFileAndSync(at: path, with: bytes)
            return
        }
        do throws(FileError) {
            try Files.replaceFileAndSync(at: path, with: bytes)
        } catch {
            throw StoreError(error.description)
        }
    }

    /// Removes a file; no error where there is none.
    func remove(_ name: String) throws(StoreError) {
        guard let path = path(of: name) else { return }
        do throws(FileError) {
            guard try Files.kind(path) != nil else { return }
            try Files.remove(path)
            if isMetadata(name) { try Files.syncDirectory(folder) }
        } catch {
            throw StoreError(error.description)
        }
    }

    private func isMetadata(_ name: String) -> Bool { name.hasSuffix(".json") }

    /// Where a file lies; nil for what is not kept.
    private func path(of name: String) -> String? {
        if isMetadata(name) { return "\(folder)/\(name)" }
        return name.hasPrefix("root.") ? nil : state.map { "\($0)/\(name)" }
    }
}
