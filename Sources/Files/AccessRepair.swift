import Glibc

/// Gives the owner back the rights that somebody's `chmod` has taken away.
package enum AccessRepair {
    /// `O_PATH`, which Swift's Glibc module leaves out; the same number on every machine Swift runs on.
    private static let placeOnly: Int32 = 0o10_000_000
    /// Folders inside folders; a deeper tree is an error.
    private static let depthMax = 16

    /// Gives the owner of one file or folder the rights to read and write it, if they are missing; everybody else
    /// may read.
    ///
    /// - Parameters:
    ///   - path: a file or folder; nothing happens if there is none, or if it is somebody else's.
    ///   - readers: whether it is also done if only readers miss a right.
    /// - Returns: true if a right was missing.
    /// - Throws: ``FileError`` if the mode could not be changed.
    @discardableResult
    package static func giveAccess(
        to path: String, readers: Bool = false
    ) throws(FileError) -> Bool {
        guard let status = try statusOf(path), status.st_uid == geteuid() else { return false }
        let needed: mode_t
        let given: mode_t
        switch FileKind(mode: status.st_mode) {
        case .directory: (needed, given) = (0o700, 0o755)
        case .file: (needed, given) = (0o600, 0o644)
        case .link, .other: return false
        }
        let wanted = readers ? given : needed
        guard status.st_mode & wanted != wanted else { return false }
        _ = try call("change the mode of", path) { chmod(path, (status.st_mode & 0o7777) | given) }
        return true
    }

    /// Gives the owner all rights on a file, or on a folder and everything in it; everybody else may read.
    ///
    /// It leaves links as they are and never follows one.
    ///
    /// - Parameter path: a file or folder of this user.
    /// - Throws: ``FileError`` if it is somebody else's, or more than 16 folders deep.
    package static func giveAccessToTree(_ path: String) throws(FileError) {
        try giveAccessToTree(path, in: nil)
    }

    static func giveAccessToTree(
        _ path: String, in folder: (descriptor: Descriptor, name: String)?,
        depthMax: Int = AccessRepair.depthMax
    ) throws(FileError) {
        // To open a place, you need no right on what is there.
        let place = try Descriptor(path, placeOnly | O_NOFOLLOW, in: folder)
        let isFolder: Bool
        switch FileKind(mode: try place.status().st_mode) {
        case .directory: isFolder = true
        case .file: isFolder = false
        case .link, .other: return
        }
        // Linux has no fchmod for a place, but it has a name for it.
        _ = try call("change the mode of", path) {
            chmod("/proc/self/fd/\(place.number)", isFolder ? 0o755 : 0o644)
        }
        guard isFolder else { return }
        guard depthMax > 0 else {
            throw FileError(operation: "change the mode of", path: path, code: ENAMETOOLONG)
        }
        let opened = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: folder)
        for name in try Folder(opened).names() {
            try giveAccessToTree("\(path)/\(name)", in: (opened, name), depthMax: depthMax - 1)
        }
    }
}
