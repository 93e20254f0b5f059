import Glibc

/// Gives the owner back the rights that somebody's `chmod` has taken away.
package enum AccessRepair {
    /// `O_PATH`, which Swift's Glibc module leaves out; the same number on every machine Swift runs on.
    private static let placeOnly: Int32 = 0o10_000_000
    /// Folders inside folders; a deeper tree is an error.
    private static let depthMax = 16

    /// Bytes of a file that is copied; no file that the agent keeps beside bundles is longer.
    private static let copiedBytesMax = 16 << 20

    /// Gives the owner of one file or folder the rights to read and write it, if they are missing; everybody else
    /// may read.
    ///
    /// A file with another name elsewhere keeps its mode there: a copy takes its place here. If this user may not
    /// read it, it is left alone.
    ///
    /// - Parameters:
    ///   - path: a file or folder; nothing happens if there is none, or if it is a link or somebody else's.
    ///   - readers: whether it is also done if only readers miss a right.
    ///   - copiesLinked: whether a copy takes the place of a file with another name; false leaves it alone.
    /// - Returns: true if a right was missing.
    /// - Throws: ``FileError`` if the mode could not be changed.
    @discardableResult
    package static func giveAccess(
        to path: String, readers: Bool = false, copiesLinked: Bool = true
    ) throws(FileError) -> Bool {
        guard let place = try place(at: path) else { return false }
        let status = try place.status()
        guard status.st_uid == geteuid() else { return false }
        let needed: mode_t
        let given: mode_t
        switch FileKind(mode: status.st_mode) {
        case .directory: (needed, given) = (0o700, 0o755)
        case .file: (needed, given) = (0o600, 0o644)
        case .link, .other: return false
        }
        let wanted = readers ? given : needed
        guard status.st_mode & wanted != wanted else { return false }
        let mode = (status.st_mode & 0o7777) | given
        if status.isLinkedElsewhere {
            return copiesLinked ? try copy(place, to: path, mode: mode) : false
        }
        try change(place, to: mode)
        return true
    }

    /// Puts a copy in the place of a file that has another name elsewhere, so that no change here reaches there.
    ///
    /// - Parameter path: a file; nothing happens if there is none, if it has one name, or if it is somebody else's.
    /// - Returns: true if there is a copy now; false also if this user may not read the file.
    /// - Throws: ``FileError`` if the copy could not be written.
    package static func separate(_ path: String) throws(FileError) -> Bool {
        guard let place = try place(at: path) else { return false }
        let status = try place.status()
        guard status.isLinkedElsewhere, status.st_uid == geteuid() else { return false }
        return try copy(place, to: path, mode: status.st_mode & 0o7777)
    }

    /// Opens a place without any right on what is there, and without following a link.
    private static func place(at path: String) throws(FileError) -> Descriptor? {
        do throws(FileError) {
            return try Descriptor(path, placeOnly | O_NOFOLLOW)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Changes the mode of exactly what was opened, whatever has its name by now.
    private static func change(_ place: Descriptor, to mode: mode_t) throws(FileError) {
        // Linux has no fchmod for a place, but it has a name for it.
        _ = try call("change the mode of", place.path) { chmod(nameOf(place), mode) }
    }

    private static func nameOf(_ place: Descriptor) -> String { "/proc/self/fd/\(place.number)" }

    private static func copy(
        _ place: Descriptor, to path: String, mode: mode_t
    ) throws(FileError) -> Bool {
        guard let bytes = try? Files.read(nameOf(place), lengthBytesMax: copiedBytesMax) else {
            return false
        }
        try Files.replaceFileSyncingContent(at: path, with: bytes, mode: mode)
        return true
    }

    /// Gives the owner all rights on a file, or on a folder and everything in it; everybody else may read.
    ///
    /// It leaves links as they are and never follows one. It leaves files alone that have another name elsewhere.
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
        let place = try Descriptor(path, placeOnly | O_NOFOLLOW, in: folder)
        let status = try place.status()
        let isFolder: Bool
        switch FileKind(mode: status.st_mode) {
        case .directory: isFolder = true
        case .file: isFolder = false
        case .link, .other: return
        }
        guard !status.isLinkedElsewhere else { return }
        try change(place, to: isFolder ? 0o755 : 0o644)
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

extension stat {
    /// Whether this is a file that has more than one name; a folder has one for each folder in it.
    fileprivate var isLinkedElsewhere: Bool {
        FileKind(mode: st_mode) == .file && st_nlink > 1
    }
}
