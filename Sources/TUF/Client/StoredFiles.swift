/// The client's store; its errors come out as an update's.
struct StoredFiles {
    let store: any MetadataStore
    /// A longer file is not one that this client wrote.
    let lengthBytesMax: Int

    /// Reads a file; nil if there is none.
    func load(_ name: String) throws(UpdateError) -> [UInt8]? {
        do {
            return try store.load(name, lengthBytesMax: lengthBytesMax)
        } catch {
            throw .store(error)
        }
    }

    /// Writes a file, or replaces it.
    func save(_ bytes: [UInt8], as name: String) throws(UpdateError) {
        do {
            try store.store(bytes, as: name)
        } catch {
            throw .store(error)
        }
    }

    /// Removes a file; no error if there is none.
    func remove(_ name: String) throws(UpdateError) {
        do {
            try store.remove(name)
        } catch {
            throw .store(error)
        }
    }
}
