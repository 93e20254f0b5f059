import BundleFormat
import Files

/// A published repository's folder on a disk, before something is written to it or deleted in it.
///
/// The folder itself may be a link, as `/srv/bundles` often is. Below it a link would take writes and
/// deletions elsewhere, so each name that is ours must be what belongs there.
package struct RepositoryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Names a folder; nothing is looked at yet.
    ///
    /// - Parameter path: where it is.
    package init(_ path: String) {
        self.path = path
    }

    /// Something that stands where a folder or a file of a repository belongs.
    package struct Misplaced: Equatable, Sendable, CustomStringConvertible {
        /// Where.
        package let path: String
        /// What belongs there: ``FileKind/directory`` or ``FileKind/file``.
        package let expected: FileKind
        /// What is there.
        package let found: FileKind

        /// `/srv/bundles/metadata: expected a folder, found a symbolic link`.
        package var description: String {
            "\(path): expected \(Self.word(expected)), found \(Self.word(found))"
        }

        /// What to do about it.
        package var remedy: String {
            found == .link
                ? "nothing was written; put what the link points to in its place, then do the same again"
                : "nothing was written; move it away, then do the same again"
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

    /// Looks at every name that a publish or an export may write or delete.
    ///
    /// - Returns: the first that is not what belongs there; nil where all are, or the folder is not there.
    /// - Throws: `FileError` where that cannot be known.
    package func firstMisplaced() throws(FileError) -> Misplaced? {
        let top: Folder
        do throws(FileError) {
            top = try Folder(path, followingLink: true)
        } catch {
            guard error.isNotFound, let kind = try Files.kind(path) else {
                if error.isNotFound { return nil }
                throw error
            }
            // A link to nothing, or something that is no folder.
            return Misplaced(path: path, expected: .directory, found: kind)
        }
        return try Self.firstMisplaced(in: top, at: [])
    }

    /// Looks at the way to one file that is about to be written or deleted.
    ///
    /// - Parameter file: below the folder, with `/` between names.
    /// - Returns: the first name on the way that is not what belongs there; nil where all are, or are not
    ///   there.
    /// - Throws: `FileError` where that cannot be known.
    package func firstMisplaced(onTheWayTo file: String) throws(FileError) -> Misplaced? {
        let names = file.split(separator: "/")
        var place = path
        for (at, name) in names.enumerated() {
            place += "/\(name)"
            guard let found = try Files.kind(place) else { return nil }
            let expected: FileKind = at == names.count - 1 ? .file : .directory
            guard found == expected else {
                return Misplaced(path: place, expected: expected, found: found)
            }
        }
        return nil
    }

    /// Goes down the folders of the layout, which are four deep at most.
    private static func firstMisplaced(
        in folder: Folder, at place: [String]
    ) throws(FileError) -> Misplaced? {
        for name in try folder.names() where !name.hasPrefix(Files.temporaryPrefix) {
            let expected = expectedKind(place + [name])
            // What is not ours is left alone, and never entered.
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

    /// What belongs at a path of the layout; nil where the layout says nothing.
    private static func expectedKind(_ parts: [String]) -> FileKind? {
        switch (parts.first, parts.count) {
        case ("metadata", 1), ("targets", 1), ("seasons", 1): .directory
        case ("index.html", 1), (".lock", 1): .file
        case ("targets", 2) where isFormat(parts[1]): .directory
        case ("targets", 3) where isFormat(parts[1]) && BundleYear(parts[2]) != nil: .directory
        case ("metadata", 2) where parts[1].hasSuffix(".json"): .file
        case ("seasons", 2) where parts[1].hasSuffix(".html"): .file
        case ("targets", 4) where parts[3].hasSuffix(".zip"): .file
        default: nil
        }
    }

    /// Whether a name is that of a format's folder: `f1`.
    private static func isFormat(_ name: String) -> Bool {
        name.first == "f" && Int(name.dropFirst()) != nil
    }
}
