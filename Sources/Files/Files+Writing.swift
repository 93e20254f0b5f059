import Glibc

extension Files {
    /// Writes a file so that at every instant, and after a power cut, the old or the new one is there.
    ///
    /// The order is the commit: temporary file in the same folder, fsync, rename, fsync of the folder.
    ///
    /// - Parameters:
    ///   - bytes: the whole content.
    ///   - path: the file; one that is there is replaced, and so is a link.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; nothing is left over then.
    public static func writeDurably(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644
    ) throws(FileError) {
        try replacing(path) { (temporary) throws(FileError) in
            try createNew(bytes, at: temporary, mode: mode)
        }
    }

    /// Writes a file so that at every instant, and after a power cut, the old or the new one is there; which
    /// of them a power cut leaves is not said.
    ///
    /// As ``writeDurably(_:to:mode:)`` without the last step: for what may be lost and not be damaged.
    ///
    /// - Parameters:
    ///   - bytes: the whole content.
    ///   - path: the file; one that is there is replaced, and so is a link.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; nothing is left over then.
    public static func writeWhole(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644
    ) throws(FileError) {
        try replacing(path, andWaiting: false) { (temporary) throws(FileError) in
            try createNew(bytes, at: temporary, mode: mode)
        }
    }

    /// Writes a file so that readers see the old or the new one; a power cut may damage it.
    ///
    /// For what can be made again at any time.
    ///
    /// - Parameters:
    ///   - bytes: the whole content.
    ///   - path: the file; one that is there is replaced, and so is a link.
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; nothing is left over then.
    public static func writeAtomically(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644
    ) throws(FileError) {
        let temporary = try firstFree(in: parent(of: path)) { (temporary) throws(FileError) in
            let writer = try FileWriter(temporary, .creating(mode: mode))
            do throws(FileError) {
                try writer.append(bytes)
            } catch {
                unlink(temporary)
                throw error
            }
        }
        do throws(FileError) {
            try rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Writes a file that must not be there yet; its content is on the disk when this returns.
    ///
    /// The file's name outlasts a power cut only after ``synchronizeDirectory(_:)``.
    ///
    /// - Parameters:
    ///   - bytes: the whole content.
    ///   - path: the file; anything that is there, a link too, is an error (`isExisting`).
    ///   - mode: its permissions, whatever the umask.
    /// - Throws: ``FileError``; no file of ours is left over then.
    public static func createNew(
        _ bytes: [UInt8], at path: String, mode: UInt32
    ) throws(FileError) {
        let writer = try FileWriter(path, .creating(mode: mode))
        do throws(FileError) {
            try writer.append(bytes)
            try writer.synchronize()
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Makes a link, or replaces one or a file, so that at every instant the old or the new is there.
    ///
    /// - Parameters:
    ///   - path: the link.
    ///   - target: where it points to, as it is to be stored.
    /// - Throws: ``FileError``; nothing is left over then.
    public static func replaceLink(
        at path: String, pointingTo target: String
    ) throws(FileError) {
        try replacing(path) { (temporary) throws(FileError) in
            try refuseZero("link to", target)
            _ = try call("create", temporary) { symlink(target, temporary) }
        }
    }

    /// Where a link points to, as it is stored.
    ///
    /// - Parameter path: the link.
    /// - Returns: its target, with U+FFFD where it is not UTF-8; nil where there is no link.
    /// - Throws: ``FileError``.
    public static func linkTarget(_ path: String) throws(FileError) -> String? {
        do throws(FileError) {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = try call("read the link", path) { readlink(path, &buffer, buffer.count) }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            guard error.isNotFound || error.code == EINVAL else { throw error }
            return nil
        }
    }

    /// Makes something under a temporary name beside `path` and renames it over `path`; durably where waiting.
    private static func replacing(
        _ path: String, andWaiting isDurable: Bool = true,
        _ make: (_ temporary: String) throws(FileError) -> Void
    ) throws(FileError) {
        let folder = parent(of: path)
        do throws(FileError) {
            let temporary = try firstFree(in: folder, make)
            do throws(FileError) {
                try rename(temporary, to: path)
            } catch {
                unlink(temporary)
                throw error
            }
        } catch {
            // The name that the caller knows: the temporary one is another each time.
            throw FileError(operation: "write", path: path, code: error.code)
        }
        if isDurable { try synchronizeDirectory(folder) }
    }

    /// Makes something, cleaned up where it fails, under the first name of ours that nobody has taken.
    ///
    /// Threads of this process, and what an earlier process of the same number left, push the count up;
    /// who makes many in one folder says from where on to count.
    static func firstFree(
        in folder: String, from first: Int = 0,
        _ make: (_ temporary: String) throws(FileError) -> Void
    ) throws(FileError) -> String {
        var count = first
        while true {
            let temporary = "\(folder)/\(temporaryPrefix)\(getpid())-\(count)"
            do throws(FileError) {
                try make(temporary)
                return temporary
            } catch {
                guard error.code == EEXIST, count < first + 10_000 else { throw error }
                count += 1
            }
        }
    }
}
