import Glibc

/// Removes a file, a link or a folder with everything in it.
///
/// It removes links and never follows one, even if somebody puts one there meanwhile. If a folder's mode
/// keeps its owner out, it gives the owner access and tries again.
struct TreeRemoval {
    /// Folders inside folders; a deeper tree is an error, so that the recursion ends.
    private static let depthMax = 64

    /// The open folder that a name is in; nil for paths.
    let folder: Descriptor?

    private var number: Int32 { folder?.number ?? AT_FDCWD }

    /// Removes one entry; it is no error if there is nothing.
    ///
    /// - Parameters:
    ///   - name: its name in the folder, or its path if there is no folder.
    ///   - path: its path for messages.
    /// - Throws: ``FileError``; then a part may be gone.
    func remove(_ name: String, shownAs path: String) throws(FileError) {
        try refuseZero("remove", name)
        if unlinkat(number, name, 0) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        guard errno == EISDIR else { throw FileError(operation: "remove", path: path, code: errno) }
        do throws(FileError) {
            try removeContents(of: open(name, path))
        } catch {
            guard error.isPermission, (try? repair(name, path)) != nil else { throw error }
            try removeContents(of: open(name, path))
        }
        _ = try call("remove", path) { unlinkat(number, name, AT_REMOVEDIR) }
    }

    private func open(_ name: String, _ path: String) throws(FileError) -> Folder {
        Folder(
            try Descriptor(
                path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: folder.map { ($0, name) }))
    }

    private func repair(_ name: String, _ path: String) throws(FileError) {
        try AccessRepair.giveAccessToTree(path, in: folder.map { ($0, name) })
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
