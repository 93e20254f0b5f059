import Glibc

extension Files {
    /// Gives the owner every right on a file, or on a folder and all in it, and everybody reading.
    ///
    /// For what somebody's `chmod` has made unusable. Links are left alone and never followed.
    ///
    /// - Parameter path: a file or folder of this user's.
    /// - Throws: ``FileError`` where it is somebody else's, or more than 16 folders deep.
    public static func restoreModes(_ path: String) throws(FileError) {
        try restoreModes(path, in: nil, depthMax: 16)
    }

    /// `O_PATH`, which Swift's Glibc module leaves out; the same number on every machine Swift runs on.
    private static let placeOnly: Int32 = 0o10_000_000

    static func restoreModes(
        _ path: String, in folder: (descriptor: Descriptor, name: String)?, depthMax: Int
    ) throws(FileError) {
        // Only a place, so that no right on it is needed to get hold of it.
        let place = try Descriptor(path, placeOnly | O_NOFOLLOW, in: folder)
        let isFolder: Bool
        switch FileKind(mode: try place.status().st_mode) {
        case .directory: isFolder = true
        case .file: isFolder = false
        case .link, .other: return
        }
        // Linux has no fchmod of a place, but a name for it.
        _ = try call("change the mode of", path) {
            chmod("/proc/self/fd/\(place.number)", isFolder ? 0o755 : 0o644)
        }
        guard isFolder else { return }
        guard depthMax > 0 else {
            throw FileError(operation: "change the mode of", path: path, code: ENAMETOOLONG)
        }
        let opened = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: folder)
        for name in try Folder(opened).names() {
            try restoreModes("\(path)/\(name)", in: (opened, name), depthMax: depthMax - 1)
        }
    }

    /// Removes what stands in a file's place and is none: a folder with all in it, a link, a pipe.
    ///
    /// - Parameter path: where a file belongs.
    /// - Returns: whether there was such a thing.
    /// - Throws: ``FileError`` where it is still there.
    @discardableResult
    public static func clearForFile(_ path: String) throws(FileError) -> Bool {
        switch try kind(path) {
        case nil, .file: return false
        case .directory, .link, .other:
            try removeTree(path)
            return true
        }
    }

    /// Removes what stands in a folder's place and is none.
    ///
    /// - Parameter path: where a folder belongs.
    /// - Returns: whether there was such a thing.
    /// - Throws: ``FileError`` where it is still there.
    public static func clearForFolder(_ path: String) throws(FileError) -> Bool {
        switch try kind(path) {
        case nil, .directory: return false
        case .file, .link, .other:
            try remove(path)
            return true
        }
    }

    /// Gives the owner of a file or folder the rights that belong to it, where they are missing.
    ///
    /// - Parameter path: a file or folder of this user's; what is not there, or somebody else's, is left
    ///   alone.
    /// - Returns: whether it had to be mended.
    /// - Throws: ``FileError`` where that was not possible.
    @discardableResult
    public static func makeUsable(_ path: String) throws(FileError) -> Bool {
        guard let mode = try mode(path), mode.owner == geteuid() else { return false }
        let wanted: mode_t
        switch FileKind(mode: mode.bits) {
        case .directory: wanted = 0o700
        case .file: wanted = 0o600
        case .link, .other: return false
        }
        guard mode.bits & wanted != wanted else { return false }
        _ = try call("change the mode of", path) {
            chmod(path, (mode.bits & 0o7777) | (wanted == 0o700 ? 0o755 : 0o644))
        }
        return true
    }
}
