import Files
import TUF

/// TUF's trusted metadata as files.
package struct MetadataFolder: MetadataStore {
    /// The folder; it must be there.
    package let path: String

    /// Names the folder.
    package init(path: String) {
        self.path = path
    }

    /// The bytes stored under a file name.
    ///
    /// A file too long to be one of ours counts as absent: it is damaged, and the repository has it anew.
    package func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        let file = "\(path)/\(name)"
        do throws(FileError) {
            return try Files.read(file, lengthBytesMax: lengthBytesMax)
        } catch {
            if error.isNotFound || error.isTooLong { return nil }
            // Somebody's chmod, or a folder in its place: the repository has it anew.
            if (try? AccessRepair.giveAccess(to: file)) == true, error.isPermission,
                let bytes = try? Files.read(file, lengthBytesMax: lengthBytesMax)
            {
                return bytes
            }
            guard (try? Files.removeUnlessFile(file)) == true else {
                throw StoreError(error.description)
            }
            return nil
        }
    }

    /// Puts bytes under a file name, durably and at once.
    package func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        try change([Change(name: name, bytes: bytes)])
    }

    /// Removes a file; no error where there is none.
    package func remove(_ name: String) throws(StoreError) {
        try change([Change(name: name, bytes: nil)])
    }

    /// A file to write, or to remove where it has no bytes.
    package struct Change {
        package let name: String
        package let bytes: [UInt8]?
    }

    /// Removes files and then writes files, durably: the disk is waited for once, and once more where something
    /// is removed.
    ///
    /// What is removed is so, for certain, before anything is written. After a power cut each file that is
    /// written is as before or as after; what is missing the repository has.
    ///
    /// - Parameter changes: of each name at most a removal and what is written after it.
    /// - Throws: `StoreError`; each file is as before or as after then.
    package func change(_ changes: [Change]) throws(StoreError) {
        let removed = changes.filter { $0.bytes == nil }
        if !removed.isEmpty {
            try mapFileErrors(to: StoreError.file) { () throws(FileError) in
                for change in removed { try Files.remove("\(path)/\(change.name)") }
                try Files.syncDirectory(path)
            }
        }
        let files = changes.compactMap { change in
            change.bytes.map { FileContent(path: "\(path)/\(change.name)", bytes: $0) }
        }
        guard !files.isEmpty else { return }
        try mapFileErrors(to: StoreError.file) { () throws(FileError) in
            for file in files { try Files.removeUnlessFile(file.path) }
            try Files.replaceFilesAndSync(files)
        }
    }

}

extension StoreError {
    /// A system call failed.
    fileprivate static func file(_ error: FileError) -> StoreError { StoreError(error.description) }
}
