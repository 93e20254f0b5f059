import Glibc

/// Gives the owner back the rights that a `chmod` has taken away.
extension Folder {
    /// Folders inside folders; a deeper tree is an error.
    private static let depthMax = 16

    /// Bytes of a file that is copied; no file that the agent keeps next to bundles is longer.
    private static let copiedBytesMax = 16 << 20

    /// Gives the owner of one file or folder below this one the rights to read and write it, if they are missing;
    /// everybody else may read.
    ///
    /// A file with another name elsewhere keeps its mode there: a copy takes its place here. If this user may not
    /// read it, it is left alone. Nothing happens if there is none, or if it is a link or another user's. With `readers` it is also done if only
    /// readers miss a right. Returns true if a right was missing.
    @discardableResult
    package func giveAccess(
        to path: String, readers: Bool = false, copiesLinked: Bool = true
    ) throws(FileError) -> Bool {
        guard let found = try look(at: path) else { return false }
        let status = try found.status()
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
            return copiesLinked ? try copy(found, to: path, mode: mode) : false
        }
        try Self.change(found, to: mode)
        return true
    }

    /// Replaces a file of this user that has another name elsewhere by a copy; true if there is a copy now.
    package func separate(_ path: String) throws(FileError) -> Bool {
        guard let found = try look(at: path) else { return false }
        let status = try found.status()
        guard status.isLinkedElsewhere, status.st_uid == geteuid() else { return false }
        return try copy(found, to: path, mode: status.st_mode & 0o7777)
    }

    /// Gives the owner all rights on a file, or on a folder and everything in it; everybody else may read.
    ///
    /// It leaves links as they are and never follows one. It leaves files alone that have another name elsewhere. Another
    /// user's file is an error, and so is a tree more than 16 folders deep.
    package func giveAccessToTree(_ path: String) throws(FileError) {
        try giveAccessToTree(path, depthMax: Self.depthMax)
    }

    private func giveAccessToTree(_ path: String, depthMax: Int) throws(FileError) {
        let (above, name) = try place(path)
        let found = try above.look(name)
        let status = try found.status()
        let isFolder: Bool
        switch FileKind(mode: status.st_mode) {
        case .directory: isFolder = true
        case .file: isFolder = false
        case .link, .other: return
        }
        guard !status.isLinkedElsewhere else { return }
        try Self.change(found, to: isFolder ? 0o755 : 0o644)
        guard isFolder else { return }
        guard depthMax > 0 else {
            throw FileError(operation: "change the mode of", path: found.path, code: ENAMETOOLONG)
        }
        let opened = try above.folder(name)
        for name in try opened.names() {
            try opened.giveAccessToTree(name, depthMax: depthMax - 1)
        }
    }

    /// Opens an entry without any right on it, and without following a link; nil if there is none.
    private func look(at path: String) throws(FileError) -> Descriptor? {
        try ifThere { () throws(FileError) in
            let (above, name) = try place(path)
            return try above.look(name)
        }
    }

    private func look(_ name: String) throws(FileError) -> Descriptor {
        try Descriptor(path(of: name), Descriptor.placeOnly | O_NOFOLLOW, in: (descriptor, name))
    }

    /// Changes the mode of exactly what was opened, whatever has its name by now.
    private static func change(_ found: Descriptor, to mode: mode_t) throws(FileError) {
        // Linux has no fchmod for a place, but it has a name for it.
        _ = try call("change the mode of", found.path) { chmod(nameOf(found), mode) }
    }

    private static func nameOf(_ found: Descriptor) -> String { "/proc/self/fd/\(found.number)" }

    private func copy(
        _ found: Descriptor, to path: String, mode: mode_t
    ) throws(FileError) -> Bool {
        guard let bytes = try? Files.read(Self.nameOf(found), lengthBytesMax: Self.copiedBytesMax)
        else { return false }
        try replaceFileSyncingContent(path, with: bytes, mode: mode)
        return true
    }
}

extension stat {
    /// Whether this is a file that has more than one name; a folder has one for each folder in it.
    fileprivate var isLinkedElsewhere: Bool {
        FileKind(mode: st_mode) == .file && st_nlink > 1
    }
}
