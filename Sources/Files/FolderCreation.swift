import Glibc

/// Creates a folder, and the folders above it that are missing.
struct FolderCreation {
    let base: Folder
    /// The permissions of each folder that is created, whatever the umask; the group of a ``SharedFolder`` gets more.
    let mode: UInt32

    /// A folder, and the folders that got a new name on the way to it.
    typealias Made = (folder: Folder, changed: [Folder])

    /// Creates folders below the base, and waits for nothing; the last one may be there already.
    func create(_ path: String) throws(FileError) -> Made {
        try create(base.names(on: path))
    }

    private func create(_ names: [String]) throws(FileError) -> Made {
        var made: Made = (base, [])
        for name in names {
            do throws(FileError) {
                made.folder = try made.folder.passing(name)
            } catch {
                guard error.code == ENOENT else { throw error }
                let above = made.folder
                made.folder = try createOne(name, in: above)
                made.changed.append(above)
            }
        }
        return made
    }

    private func createOne(_ name: String, in folder: Folder) throws(FileError) -> Folder {
        do throws(FileError) {
            return try folder.createFolder(name, mode: mode)
        } catch {
            // Another process may have been quicker.
            guard error.code == EEXIST, let there = try? folder.folder(name) else { throw error }
            return there
        }
    }

    /// Links in the part that is there are followed; it searches upwards, so that nothing above the first existing folder must
    /// be readable.
    static func create(at path: String, mode: UInt32) throws(FileError) -> Made {
        var missing: [String] = []
        var part = path
        while true {
            do throws(FileError) {
                let base = try Folder.passing(part, O_DIRECTORY)
                return try FolderCreation(base: base, mode: mode).create(missing.reversed())
            } catch {
                let above = Paths.parent(of: part)
                guard error.code == ENOENT, error.path == part, above != part else {
                    throw FileError(operation: "create", path: error.path, code: error.code)
                }
                if let name = part.split(separator: "/").last, name != "." {
                    missing.append(String(name))
                }
                part = above
            }
        }
    }
}

extension Folder {
    /// Opens the folder with this name; `..` in a path that a person gave means the one above.
    fileprivate func passing(_ name: String) throws(FileError) -> Folder {
        try Self.passing(path(of: name), O_DIRECTORY | O_NOFOLLOW, in: (descriptor, name))
    }
}
