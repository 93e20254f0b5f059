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

    private func onDisk(_ body: () throws(FileError) -> Void) throws(StoreError) {
        do throws(FileError) {
            try body()
        } catch {
            throw StoreError(error.description)
        }
    }
}
