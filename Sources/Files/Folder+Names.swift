import Glibc

extension Folder {
    /// The path that a link below this folder points to, as ``Files/linkTarget(_:)`` does.
    package func linkTarget(_ path: String) throws(FileError) -> String? {
        do throws(FileError) {
            let (above, name) = try place(path)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = try call("read the link", above.path(of: name)) {
                readlinkat(above.descriptor.number, name, &buffer, buffer.count)
            }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            guard error.isNotFound || error.code == EINVAL else { throw error }
            return nil
        }
    }

    /// Creates a link below this folder, and waits for nothing.
    package func createLink(_ path: String, pointingTo target: String) throws(FileError) {
        let (above, name) = try place(path)
        try refuseZero("link to", target)
        _ = try call("create", above.path(of: name)) {
            symlinkat(target, above.descriptor.number, name)
        }
    }

    /// Replaces or creates a link and returns when the disk has it.
    ///
    /// A reader finds the old or the new link at every moment, even after a power cut.
    package func replaceLinkAndSync(_ path: String, pointingTo target: String) throws(FileError) {
        try FileReplacement(self, path).replaceAndSync { (folder, temporary) throws(FileError) in
            try folder.createLink(temporary, pointingTo: target)
        }
    }

    /// Creates a folder below this one, and the folders on the way to it, and returns when the disk has them.
    ///
    /// A file or a link in the way is an error.
    @discardableResult
    package func createFoldersAndSync(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) -> Folder {
        let made = try FolderCreation(base: self, mode: mode).create(path)
        for changed in made.changed { try changed.sync() }
        return made.folder
    }

    /// Creates a folder below this one, and the folders on the way to it, and waits for nothing.
    @discardableResult
    package func createFoldersWithoutSync(
        _ path: String, mode: UInt32 = 0o755
    ) throws(FileError) -> Folder {
        try FolderCreation(base: self, mode: mode).create(path).folder
    }

    /// Renames a file, a link or a folder in one step, also into another folder of the file system; replaces `to`.
    ///
    /// A power cut may undo it until ``sync()`` of both folders has returned.
    package func rename(_ path: String, to: String, in folder: Folder? = nil) throws(FileError) {
        let (old, oldName) = try place(path)
        let (new, newName) = try (folder ?? self).place(to)
        _ = try call("rename \(old.path(of: oldName)) to", new.path(of: newName)) {
            renameat(old.descriptor.number, oldName, new.descriptor.number, newName)
        }
    }

    /// Removes one file or link below this folder; it is no error if there is none.
    package func remove(_ path: String) throws(FileError) {
        do throws(FileError) {
            let (above, name) = try place(path)
            _ = try call("remove", above.path(of: name)) {
                unlinkat(above.descriptor.number, name, 0)
            }
        } catch {
            guard error.isNotFound else { throw error }
        }
    }

    /// Removes an entry below this folder, with everything in it; it is no error if there is nothing.
    ///
    /// It removes links and never follows one, even if one appears meanwhile. If a link is on the way,
    /// nothing is removed. After an error a part may be gone. A tree more than 64 folders deep is an error.
    package func removeTree(_ path: String) throws(FileError) {
        let (above, name) = try place(path)
        try TreeRemoval(folder: above).remove(name)
    }

    /// Removes an entry of another kind than the file or folder that belongs there; true if there was one.
    @discardableResult
    package func removeUnless(_ expected: FileKind, at path: String) throws(FileError) -> Bool {
        guard let found = try kind(path), found != expected else { return false }
        try removeTree(path)
        return true
    }
}

/// Never follows a link, even if one appears meanwhile; gives the owner access if a folder's mode keeps them out.
struct TreeRemoval {
    /// Folders inside folders; a deeper tree is an error, so that the recursion ends.
    private static let depthMax = 64

    let folder: Folder

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

/// A name in a folder as the system has it: bytes that need not be UTF-8.
struct RawName {
    /// With their final zero.
    let bytes: [CChar]

    /// The name as text, with U+FFFD for bytes that are not UTF-8.
    var text: String {
        String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Lists the names in a folder, in no order, without `.` and `..`.
    static func all(in folder: Folder) throws(FileError) -> [RawName] {
        // The stream needs a descriptor of its own, because it moves the position in it, and closes it.
        let number = try call("list", folder.path) {
            openat(folder.descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = fdopendir(number) else {
            let code = errno
            close(number)
            throw FileError(operation: "list", path: folder.path, code: code)
        }
        defer { closedir(stream) }
        var names: [RawName] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else {
                    throw FileError(operation: "list", path: folder.path, code: errno)
                }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { start in
                    Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
                }
            }
            let dot = CChar(UInt8(ascii: "."))
            if name != [dot, 0], name != [dot, dot, 0] { names.append(RawName(bytes: name)) }
        }
    }
}
