import Files
import TUF

/// TUF's trusted metadata as files.
package struct MetadataFolder: MetadataStore {
    /// The folder, which must exist.
    package let path: String

    /// Makes a store for the folder.
    package init(path: String) {
        self.path = path
    }

    /// The bytes stored under a file name.
    ///
    /// A file that is too long to be ours is damaged and counts as absent, because the repository has it.
    package func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        let file = "\(path)/\(name)"
        do throws(FileError) {
            return try Files.read(file, lengthBytesMax: lengthBytesMax)
        } catch {
            if error.isNotFound || error.isTooLong { return nil }
            // Somebody changed its mode, or a folder is in its place: the repository has the file.
            if (try? AccessRepair.giveAccess(to: file)) == true, error.isPermission,
                let bytes = try? Files.read(file, lengthBytesMax: lengthBytesMax)
            {
                return bytes
            }
            guard (try? Files.removeUnless(.file, at: file)) == true else {
                throw StoreError(error.description)
            }
            return nil
        }
    }

    /// Replaces the file with this name and waits for the disk.
    package func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        try change([Change(name: name, bytes: bytes)])
    }

    /// Removes a file; no error if there is none.
    package func remove(_ name: String) throws(StoreError) {
        try change([Change(name: name, bytes: nil)])
    }

    /// A file to write, or to remove if it has no bytes.
    package struct Change {
        package let name: String
        package let bytes: [UInt8]?
    }

    /// Removes files and then writes files.
    ///
    /// It waits for the disk once, and once more if it removes something.
    ///
    /// The disk has all removals before the first write. After a power cut each written file has
    /// its old or its new content; the repository has what is missing.
    ///
    /// - Parameter changes: for each name at most one removal, and after it one write.
    /// - Throws: `StoreError`; then each file has its old or its new content.
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
            for file in files { try Files.removeUnless(.file, at: file.path) }
            try Files.replaceFilesAndSync(files)
        }
    }

}

extension StoreError {
    /// A system call failed.
    fileprivate static func file(_ error: FileError) -> StoreError { StoreError(error.description) }
}
