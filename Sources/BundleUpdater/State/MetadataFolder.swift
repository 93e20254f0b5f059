import Files
import TUF

/// TUF's trusted metadata as files.
package struct MetadataFolder: MetadataStore {
    /// The folder; a link in its place is not followed.
    package let path: String
    /// Whether reading repairs what cannot be read: only a poll does, which has made the folder usable.
    package let mends: Bool

    /// Makes a store for the folder.
    package init(path: String, mends: Bool) {
        self.path = path
        self.mends = mends
    }

    /// The bytes stored under a file name.
    ///
    /// What cannot be ours counts as absent, because the repository has it: a file that is too long, and anything but a
    /// file.
    package func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        do throws(FileError) {
            return try read(name, lengthBytesMax)
        } catch {
            if error.isNotFound || error.isTooLong { return nil }
            if mends, error.isPermission, let bytes = afterGivingAccess(name, lengthBytesMax) {
                return bytes
            }
            guard (try? Folder(path).kind(name)) != .file else {
                throw StoreError(error.description)
            }
            if mends {
                try mapFileErrors(to: StoreError.file) { () throws(FileError) in
                    try Files.removeTree("\(path)/\(name)")
                }
            }
            return nil
        }
    }

    private func read(_ name: String, _ lengthBytesMax: Int) throws(FileError) -> [UInt8] {
        try Folder(path).file(name).readToEnd(lengthBytesMax: lengthBytesMax)
    }

    /// The bytes of a file whose mode somebody changed; nil if that does not help.
    private func afterGivingAccess(_ name: String, _ lengthBytesMax: Int) -> [UInt8]? {
        guard (try? AccessRepair.giveAccess(to: "\(path)/\(name)")) == true else { return nil }
        return try? read(name, lengthBytesMax)
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
