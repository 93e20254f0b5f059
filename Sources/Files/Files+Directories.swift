import Glibc

extension Files {
    /// The names in a folder, sorted by code point, without `.` and `..`.
    ///
    /// - Parameter directory: the folder; a link to one is followed.
    /// - Returns: the names; one that is not UTF-8 with U+FFFD in it, so that nothing is found under it.
    /// - Throws: ``FileError``.
    public static func names(in directory: String) throws(FileError) -> [String] {
        try Folder(directory, followingLink: true).names()
    }

    /// Makes a folder and those above it, durably; no error where it is there.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - mode: the permissions of each folder made here, whatever the umask.
    /// - Throws: ``FileError``, where a file is in the way too.
    public static func createDirectories(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) {
        for folder in try makeDirectories(path, mode: mode) {
            try synchronizeDirectory(parent(of: folder))
        }
    }

    /// Makes a folder and those above it; their names are not on the disk yet.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - mode: the permissions of each folder made here, whatever the umask.
    /// - Returns: the folders made, outermost first.
    /// - Throws: ``FileError``, where a file is in the way too.
    @discardableResult
    public static func makeDirectories(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) -> [String] {
        // From the longest part that is there downwards, so that nothing above it need be readable.
        var missing: [String] = []
        var part = path
        while try !isDirectory(part) {
            missing.append(part)
            let above = parent(of: part)
            guard above != part else { break }
            part = above
        }
        for folder in missing.reversed() {
            do throws(FileError) {
                _ = try call("create", folder) { mkdir(folder, mode) }
            } catch {
                // Another process may have been quicker.
                guard error.code == EEXIST, try isDirectory(folder) else { throw error }
                continue
            }
            _ = try call("create", folder) { chmod(folder, mode) }
        }
        return missing.reversed()
    }

    /// Removes a file, a link or a folder with everything in it; no error where there is nothing.
    ///
    /// Links are removed and never followed, also when somebody puts one there meanwhile.
    ///
    /// - Parameter path: what to remove.
    /// - Throws: ``FileError``; some of it may be gone then. Folders more than 64 deep are an error.
    public static func removeTree(_ path: String) throws(FileError) {
        do throws(FileError) {
            _ = try call("remove", path) { unlink(path) }
        } catch {
            if error.isNotFound { return }
            guard error.code == EISDIR else { throw error }
            do throws(FileError) {
                try Folder(path).removeContents(depthMax: 64)
            } catch {
                // What somebody's chmod protects is still ours.
                guard error.isPermission, (try? restoreModes(path)) != nil else { throw error }
                try Folder(path).removeContents(depthMax: 64)
            }
            _ = try call("remove", path) { rmdir(path) }
        }
    }

    /// Returns once the disk has the names in a folder.
    ///
    /// - Parameter path: the folder.
    /// - Throws: ``FileError``: a file just made or renamed there may be lost by a power cut.
    public static func synchronizeDirectory(_ path: String) throws(FileError) {
        try Folder(path, followingLink: true).synchronize()
    }

    /// The folder a path is in: `.` for a bare name, `/` for the root itself.
    ///
    /// - Parameter path: any path.
    /// - Returns: the path without its last part.
    public static func parent(of path: String) -> String {
        var parts = Substring(path)
        while parts.count > 1, parts.last == "/" { parts.removeLast() }
        guard let slash = parts.lastIndex(of: "/") else { return "." }
        parts = parts[..<slash]
        while parts.last == "/" { parts.removeLast() }
        return parts.isEmpty ? "/" : String(parts)
    }

    private static func isDirectory(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            var status = stat()
            _ = try call("examine", path) { stat(path, &status) }
            guard FileKind(mode: status.st_mode) == .directory else {
                throw FileError(operation: "create", path: path, code: ENOTDIR)
            }
            return true
        } catch {
            guard error.code == ENOENT else { throw error }
            return false
        }
    }
}
