import RepositoryTransport

/// Names of places to publish to, as users type them.
enum Destinations {
    /// Opens a place to write to; nothing is made yet.
    ///
    /// - Parameter text: a directory, or `file://` with one.
    /// - Returns: the place.
    /// - Throws: ``PublishError`` where nothing can be written to it.
    static func open(_ text: String) throws(PublishError) -> any PublishDestination {
        let address: RepositoryAddress
        do throws(AddressError) {
            address = try RepositoryAddress(text)
        } catch {
            throw .failed("\(error)")
        }
        guard let directory = address.folderPath else {
            throw .failed(
                "\(text): expected a place to write to, found a web address",
                remedy: "name the directory that is served there")
        }
        return FolderDestination(directory: directory)
    }
}
