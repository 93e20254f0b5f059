import Glibc

/// Removes a file, a link or a folder with everything in it.
///
/// It removes links and never follows one, even if one appears meanwhile. If a folder's mode
/// keeps its owner out, it gives the owner access and tries again.
struct TreeRemoval {
    /// Folders inside folders; a deeper tree is an error, so that the recursion ends.
    private static let depthMax = 64

    /// The open folder that a name is in.
    let folder: Folder

    /// Removes one entry; it is no error if there is nothing.
    ///
    /// - Throws: ``FileError``; then a part may be gone.
    func remove(_ name: String) throws(FileError) {
        let number = folder.descriptor.number
        let path = folder.path(of: name)
        if unlinkat(number, name, 0) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        guard errno == EISDIR else { throw FileError(operation: "remove", path: path, code: errno) }
        do throws(FileError) {
            try removeContents(of: folder.folder(name))
        } catch {
            guard error.isPermission, (try? folder.giveAccessToTree(name)) != nil else {
                throw error
            }
            try removeContents(of: folder.folder(name))
        }
        _ = try call("remove", path) { unlinkat(number, name, AT_REMOVEDIR) }
    }

    /// Removes everything in a folder; works on raw names, so that it also removes names that are not UTF-8.
    private func removeContents(
        of folder: Folder, depthMax: Int = TreeRemoval.depthMax
    ) throws(FileError) {
        guard depthMax > 0 else {
            throw FileError(operation: "remove", path: folder.path, code: ENAMETOOLONG)
        }
        let number = folder.descriptor.number
        for name in try RawName.all(in: folder) {
            let path = "\(folder.path)/\(name.text)"
            if unlinkat(number, name.bytes, 0) == 0 || errno == ENOENT { continue }
            guard errno == EISDIR else {
                throw FileError(operation: "remove", path: path, code: errno)
            }
            let below = try call("open", path) {
                openat(number, name.bytes, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
            try removeContents(
                of: Folder(Descriptor(owning: below, path: path)), depthMax: depthMax - 1)
            _ = try call("remove", path) { unlinkat(number, name.bytes, AT_REMOVEDIR) }
        }
    }
}
