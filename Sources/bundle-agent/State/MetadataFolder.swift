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
        do throws(FileError) {
            return try Files.read("\(path)/\(name)", lengthBytesMax: lengthBytesMax)
        } catch {
            guard error.isNotFound || error.isTooLong else {
                throw StoreError(error.description)
            }
            return nil
        }
    }

    /// Puts bytes under a file name, durably and at once.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError) {
        try onDisk { () throws(FileError) in
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
