import Glibc

/// An open folder.
///
/// All work through this value happens in the folder, even if it is renamed or a link takes its name. The
/// methods take a name, or names below the folder with slashes between them. Each folder on the way is opened by its
/// name in the one above, and a link on the way or at its end is never followed. So no method can be led elsewhere
/// between a check and a change. `.` and `..` are no names.
package final class Folder: Sendable {
    let descriptor: Descriptor
    /// Whether this user may only work with the names in it, and neither list nor sync it.
    private let isPlaceOnly: Bool
    package var path: String { descriptor.path }

    /// Opens a folder; the last part of `path` may be a link only with `followingLink`.
    package convenience init(_ path: String, followingLink: Bool = false) throws(FileError) {
        self.init(try Descriptor(path, O_RDONLY | O_DIRECTORY | (followingLink ? 0 : O_NOFOLLOW)))
    }

    init(_ descriptor: Descriptor, isPlaceOnly: Bool = false) {
        (self.descriptor, self.isPlaceOnly) = (descriptor, isPlaceOnly)
    }

    /// Opens the folder that a path is in, whatever links lead there; needs only the right to pass.
    package static func above(_ path: String) throws(FileError) -> (folder: Folder, name: String) {
        try refuseZero("open", path)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return (try passing(Paths.parent(of: path), O_DIRECTORY), name)
    }

    /// Opens a folder to list and sync it; if this user may not, only to work with the names in it.
    static func passing(
        _ path: String, _ flags: Int32, in folder: (descriptor: Descriptor, name: String)? = nil
    ) throws(FileError) -> Folder {
        do throws(FileError) {
            return Folder(try Descriptor(path, O_RDONLY | flags, in: folder))
        } catch {
            guard error.code == EACCES else { throw error }
            return Folder(
                try Descriptor(path, Descriptor.placeOnly | flags, in: folder), isPlaceOnly: true)
        }
    }

    /// Opens a folder below this one; a link is an error.
    package func folder(_ path: String) throws(FileError) -> Folder {
        let (above, name) = try place(path)
        return Folder(
            try Descriptor(
                above.path(of: name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
                in: (above.descriptor, name)))
    }

    /// Creates a folder below this one, which must not be there, and opens it; the folders above it must be there.
    package func createFolder(_ path: String, mode: UInt32 = 0o755) throws(FileError) -> Folder {
        let (above, name) = try place(path)
        let shown = above.path(of: name)
        _ = try call("create", shown) { mkdirat(above.descriptor.number, name, mode) }
        let made = try above.folder(name)
        let given = SharedFolder.mode(mode, in: try above.descriptor.status(), isFolder: true)
        _ = try call("create", shown) { fchmod(made.descriptor.number, given) }
        return made
    }

    /// What the system says of an entry in a folder.
    package struct Entry: Sendable {
        /// A link is not followed.
        package let kind: FileKind
        package let lengthBytes: Int
        /// In seconds since 1970.
        package let modifiedSecond: Int64
    }

    package func kind(_ path: String) throws(FileError) -> FileKind? { try entry(path)?.kind }

    /// What an entry below this folder is; nil if there is nothing.
    package func entry(_ path: String) throws(FileError) -> Entry? {
        try ifThere { () throws(FileError) in
            let (above, name) = try place(path)
            var status = stat()
            _ = try call("examine", above.path(of: name)) {
                fstatat(above.descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
            }
            return Entry(
                kind: FileKind(mode: status.st_mode), lengthBytes: Int(status.st_size),
                modifiedSecond: Int64(status.st_mtim.tv_sec))
        }
    }

    /// The names in this folder, sorted by code point; U+FFFD stands for bytes that are not UTF-8.
    package func names() throws(FileError) -> [String] {
        try RawName.all(in: self).map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes that it takes with everything in it, each file and folder rounded up to blocks of 4 kB.
    package func blockBytes(depthMax: Int) throws(FileError) -> Int {
        guard depthMax >= 0 else {
            throw FileError(operation: "examine", path: path, code: ENAMETOOLONG)
        }
        // A damaged disk may show any length.
        let (block, lengthMax) = (4_096, 1 << 40)
        var sum = block
        for name in try names() {
            guard let entry = try entry(name) else { continue }
            sum +=
                entry.kind == .directory
                ? try folder(name).blockBytes(depthMax: depthMax - 1)
                : (min(max(entry.lengthBytes, 1), lengthMax) + block - 1) / block * block
        }
        return sum
    }

    /// If it throws, a power cut may undo what was created or renamed here.
    package func sync() throws(FileError) { try opened().sync() }

    func opened() throws(FileError) -> Descriptor {
        guard !isPlaceOnly else {
            throw FileError(operation: "synchronize", path: path, code: EACCES)
        }
        return descriptor
    }

    /// Walks to the folder that a path below this one is in; a link on the way, and what is no name, is an error.
    func place(_ path: String) throws(FileError) -> (folder: Folder, name: String) {
        let names = try names(on: path)
        var folder = self
        for name in names.dropLast() {
            folder = try Self.passing(
                folder.path(of: name), O_DIRECTORY | O_NOFOLLOW, in: (folder.descriptor, name))
        }
        return (folder, names[names.count - 1])
    }

    /// The names on a path below this folder; at least one.
    func names(on path: String) throws(FileError) -> [String] {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(Self.isName) else {
            throw FileError(operation: "open", path: self.path(of: path), code: EINVAL)
        }
        return names
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
    }

    /// The path of something below this folder, for messages.
    package func path(of name: String) -> String {
        switch path {
        case ".": name
        case "/": "/\(name)"
        default: "\(path)/\(name)"
        }
    }
}
