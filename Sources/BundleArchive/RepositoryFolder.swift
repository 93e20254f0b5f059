import BundleFormat
import Files

/// A published repository's folder, checked before something in it is written or deleted.
///
/// The folder itself may be a link, as `/srv/bundles` often is. Below it, a link would lead writes
/// and deletions elsewhere. So each name that we use must be a folder or file of the right kind.
package struct RepositoryFolder: Sendable {
    package let path: String
    /// Writes go there, even if the path leads elsewhere by then.
    private let opened: Folder?

    /// Reads nothing yet; without an open folder, each look opens it by its path.
    package init(_ path: String, opened: Folder? = nil) {
        (self.path, self.opened) = (path, opened)
    }

    /// Something else where a repository's folder or file belongs.
    package struct Misplaced: Equatable, Sendable, CustomStringConvertible {
        package let path: String
        /// What belongs there: ``FileKind/directory`` or ``FileKind/file``.
        package let expected: FileKind
        package let found: FileKind

        /// `/srv/bundles/metadata: expected a folder, found a symbolic link`.
        package var description: String {
            "\(path): expected \(Self.word(expected)), found \(Self.word(found))"
        }

        package var remedy: String {
            found == .link
                ? "nothing was written; replace the link by what it points to, then run the command again"
                : "nothing was written; move it away, then run the command again"
        }

        private static func word(_ kind: FileKind) -> String {
            switch kind {
            case .file: "a file"
            case .directory: "a folder"
            case .link: "a symbolic link"
            case .other: "a pipe, a socket or a device"
            }
        }
    }

    /// The first name with a wrong entry that a publish or an export may write or delete; nil without such a folder, too.
    package func firstMisplaced() throws(FileError) -> Misplaced? {
        let top: Folder
        do throws(FileError) {
            top = try open()
        } catch {
            guard error.isNotFound, let kind = try Files.kind(path) else {
                if error.isNotFound { return nil }
                throw error
            }
            // A link to nothing, or something that is not a folder.
            return Misplaced(path: path, expected: .directory, found: kind)
        }
        return try Self.firstMisplaced(in: top, at: [])
    }

    /// The first name with a wrong entry on the way to one file below the folder that will be written or deleted.
    package func firstMisplaced(onTheWayTo file: String) throws(FileError) -> Misplaced? {
        let names = file.split(separator: "/").map(String.init)
        do throws(FileError) {
            var folder = try open()
            for (at, name) in names.enumerated() {
                guard let found = try folder.kind(name) else { return nil }
                let expected: FileKind = at == names.count - 1 ? .file : .directory
                guard found == expected else {
                    return Misplaced(path: folder.path(of: name), expected: expected, found: found)
                }
                if expected == .directory { folder = try folder.folder(name) }
            }
            return nil
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    private func open() throws(FileError) -> Folder {
        if let opened { return opened }
        return try Folder(path, followingLink: true)
    }

    /// Opens a folder below the repository's, name by name, so that no link is followed.
    package func open(_ folder: String) throws(FileError) -> Opened {
        do throws(FileError) {
            var place = try open()
            for name in folder.split(separator: "/").map(String.init) {
                guard let found = try place.kind(name) else { return .absent }
                guard found == .directory else {
                    return .misplaced(
                        Misplaced(
                            path: "\(place.path)/\(name)", expected: .directory, found: found))
                }
                place = try place.folder(name)
            }
            return .folder(place)
        } catch {
            guard error.isNotFound else { throw error }
            return .absent
        }
    }

    /// What stands where a repository's folder belongs.
    package enum Opened {
        case folder(Folder)
        case absent
        case misplaced(Misplaced)
    }

    /// Goes down the folders of the layout, which are at most four deep.
    private static func firstMisplaced(
        in folder: Folder, at place: [String]
    ) throws(FileError) -> Misplaced? {
        for name in try folder.names() where !name.hasPrefix(Files.temporaryPrefix) {
            let expected = expectedKind(place + [name])
            // Ignore other people's names, and never enter them.
            guard expected != nil || !place.isEmpty, let found = try folder.kind(name) else {
                continue
            }
            if let expected, found != expected {
                return Misplaced(path: "\(folder.path)/\(name)", expected: expected, found: found)
            }
            if expected == nil, found == .link || found == .other {
                return Misplaced(path: "\(folder.path)/\(name)", expected: .file, found: found)
            }
            guard expected == .directory else { continue }
            if let below = try firstMisplaced(in: try folder.folder(name), at: place + [name]) {
                return below
            }
        }
        return nil
    }

    /// The kind that belongs at a path of the layout; nil if the layout does not say.
    private static func expectedKind(_ parts: [String]) -> FileKind? {
        switch (parts.first, parts.count) {
        case ("metadata", 1), ("targets", 1): .directory
        case ("index.html", 1), (".lock", 1): .file
        case ("targets", 2) where isFormat(parts[1]): .directory
        case ("targets", 3) where isFormat(parts[1]) && BundleYear(parts[2]) != nil: .directory
        case ("metadata", 2) where parts[1].hasSuffix(".json"): .file
        case ("targets", 4) where parts[3].hasSuffix(".zip"): .file
        default: nil
        }
    }

    /// Whether a name is the folder of a format: `f1`.
    private static func isFormat(_ name: String) -> Bool {
        name.first == "f" && Int(name.dropFirst()) != nil
    }
}
