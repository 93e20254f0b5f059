import Files
import SeasonClient
import TUF

/// TUF's trusted metadata as files.
final class MetadataFolder: TrustedFilesStore {
    /// The state folder whose `metadata/` it is; a link of that name is not followed.
    let state: StateFolder
    /// Whether reading repairs what cannot be read: only a poll does, which has made the folder usable.
    let mends: Bool
    /// Why files could not be read so far, each file once, in the order of reading.
    private(set) var unreadable: [FileError] = []

    /// Makes a store for the folder.
    init(_ state: StateFolder, mends: Bool) {
        self.state = state
        self.mends = mends
    }

    /// The bytes stored under a file name.
    ///
    /// A file that cannot be read counts as absent, whatever the reason: a bad sector, another owner, too many bytes,
    /// anything but a file in its place. The repository has it, and the next write replaces it.
    ///
    /// - Throws: `StoreError` if the machine lacks the means to read any file, or if this user may
    ///   not read the file and only looks.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        do throws(FileError) {
            return try read(name, lengthBytesMax)
        } catch {
            if error.isNotFound { return nil }
            if mends, error.isPermission, let bytes = afterGivingAccess(name, lengthBytesMax) {
                return bytes
            }
            guard !error.isExhausted, mends || !error.isPermission else {
                throw StoreError(error.description)
            }
            if !unreadable.contains(where: { $0.path == error.path }) { unreadable.append(error) }
            return nil
        }
    }

    private func open() throws(FileError) -> Folder {
        try state.open().folder(state.name(of: state.metadata))
    }

    private func read(_ name: String, _ lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        try open().read(name, lengthBytesMax: lengthBytesMax)
    }

    /// The bytes of a file whose mode was changed; nil if that does not help.
    private func afterGivingAccess(_ name: String, _ lengthBytesMax: Int) -> [UInt8]? {
        guard (try? open().giveAccess(to: name)) == true else { return nil }
        return try? read(name, lengthBytesMax)
    }

    /// Replaces the file with this name and waits for the disk.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        try change([(name, bytes)])
    }

    /// Removes a file; no error if there is none.
    func remove(_ name: String) throws(StoreError) {
        try change([(name, nil)])
    }

    /// Removes files and then writes files.
    ///
    /// It waits for the disk once, and once more if it removes something.
    ///
    /// The disk has all removals before the first write. After a power cut each written file has
    /// its old or its new content; the repository has what is missing.
    func change(_ changes: [MetadataChange]) throws(StoreError) {
        let removed = changes.filter { $0.bytes == nil }
        if !removed.isEmpty {
            try mapFileErrors(to: StoreError.file) { () throws(FileError) in
                let folder = try open()
                for change in removed { try folder.remove(change.name) }
                try folder.sync()
            }
        }
        let files = changes.compactMap { change in
            change.bytes.map { FileContent(path: change.name, bytes: $0) }
        }
        guard !files.isEmpty else { return }
        try mapFileErrors(to: StoreError.file) { () throws(FileError) in
            let folder = try open()
            for file in files { try folder.removeUnless(.file, at: file.path) }
            try folder.replaceFilesAndSync(files)
        }
    }
}

extension StoreError {
    /// A system call failed.
    fileprivate static func file(_ error: FileError) -> StoreError { StoreError(error.description) }
}
