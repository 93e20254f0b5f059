import Files
import TUF

/// TUF's trusted metadata as files.
struct MetadataFolder: MetadataStore {
    /// The folder; it must be there.
    let path: String

    /// The bytes stored under a file name.
    ///
    /// A file too long to be one of ours counts as absent: it is damaged, and the repository has it anew.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        let file = "\(path)/\(name)"
        do throws(FileError) {
            return try Files.read(file, lengthBytesMax: lengthBytesMax)
        } catch {
            if error.isNotFound || error.isTooLong { return nil }
            // Somebody's chmod, or a folder in its place: the repository has it anew.
            if (try? Files.makeUsable(file)) == true, error.isPermission,
                let bytes = try? Files.read(file, lengthBytesMax: lengthBytesMax)
            {
                return bytes
            }
            guard (try? Files.clearForFile(file)) == true else {
                throw StoreError(error.description)
            }
            return nil
        }
    }

    /// Puts bytes under a file name, durably and at once.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        try onDisk { () throws(FileError) in
            try Files.clearForFile("\(path)/\(name)")
            try Files.writeDurably(bytes, to: "\(path)/\(name)")
        }
    }

    /// Removes a file; no error where there is none.
    func remove(_ name: String) throws(StoreError) {
        try onDisk { () throws(FileError) in
            try Files.remove("\(path)/\(name)")
            try Files.synchronizeDirectory(path)
        }
    }

    /// A file to write, or to remove where it has no bytes.
    struct Change {
        let name: String
        let bytes: [UInt8]?
    }

    /// Removes and writes files, durably; the disk is waited for once for all of them.
    ///
    /// What is removed is so before anything is written. After a power cut each file is as before or as
    /// after; what does not fit together is as good as absent (TUF specification 5.3.11), and the
    /// repository has it.
    ///
    /// - Parameter changes: each name once.
    /// - Throws: `StoreError`; each file is as before or as after then.
    func change(_ changes: [Change]) throws(StoreError) {
        for change in changes where change.bytes == nil { try remove(change.name) }
        let files = changes.compactMap { change in
            change.bytes.map { Files.BatchFile(path: "\(path)/\(change.name)", bytes: $0) }
        }
        guard !files.isEmpty else { return }
        try onDisk { () throws(FileError) in
            for file in files { try Files.clearForFile(file.path) }
            try Files.writeDurably(files)
        }
    }

    private func onDisk(_ body: () throws(FileError) -> Void) throws(StoreError) {
        do throws(FileError) {
            try body()
        } catch {
            throw StoreError(error.description)
        }
    }
}
