import Glibc

/// Creates a folder, and the folders above it that are missing.
struct FolderCreation {
    let path: String
    /// The permissions of each folder that is created, whatever the umask; the group of a ``SharedFolder`` gets more.
    let mode: UInt32

    /// Creates the folders and waits for nothing.
    ///
    /// - Returns: the folders that were created, outermost first.
    /// - Throws: ``FileError``, also if a file is in the way.
    func create() throws(FileError) -> [String] {
        let missing = try missingFolders()
        for folder in missing {
            do throws(FileError) {
                _ = try call("create", folder) { mkdir(folder, mode) }
            } catch {
                // Another process may have been quicker.
                guard error.code == EEXIST, try isDirectory(folder) else { throw error }
                continue
            }
            let given = SharedFolder.mode(
                mode, in: SharedFolder.status(above: folder), isFolder: true)
            _ = try call("create", folder) { chmod(folder, given) }
        }
        return missing
    }

    /// Creates the folders and returns when the disk has their names.
    func createAndSync() throws(FileError) {
        for folder in try create() { try Files.syncDirectory(Paths.parent(of: folder)) }
    }

    /// The folders that are not there, outermost first.
    ///
    /// It searches from the innermost folder upwards, so that nothing above the first existing one must be
    /// readable.
    private func missingFolders() throws(FileError) -> [String] {
        var missing: [String] = []
        var part = path
        while try !isDirectory(part) {
            missing.append(part)
            let above = Paths.parent(of: part)
            guard above != part else { break }
            part = above
        }
        return missing.reversed()
    }

    private func isDirectory(_ path: String) throws(FileError) -> Bool {
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
