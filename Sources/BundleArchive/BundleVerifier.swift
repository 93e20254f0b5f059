import BundleFormat
import Files

/// Compares an unpacked bundle with its manifest, after a crash and before the agent relies on it.
package enum BundleVerifier {
    /// Checks that a folder is a whole bundle, of the version that is expected, and contains no other file.
    ///
    /// Fails with ``ArchiveError/content(_:)`` if a file is missing, changed, not listed or no regular file, and with
    /// ``ArchiveError/disk(_:)`` if that cannot be found out.
    @discardableResult
    package static func verify(
        directory: String, expecting: ContentVersion? = nil, limits: BundleLimits = .standard
    ) throws(ArchiveError) -> (manifest: Manifest, version: ContentVersion) {
        let root = try onDisk(try Folder(directory, followingLink: true))
        try require(.file, BundleFile.manifest, in: root)
        let bytes = try onDisk(
            try root.file(BundleFile.manifest).readToEnd(lengthBytesMax: limits.manifestBytesMax))
        let manifest = try inFormat { () throws(BundleFormatError) in
            try Manifest(checked: bytes, expecting, nil, limits)
        }
        let listed = manifest.files.map { (file: $0, below: $0.path.segments[...]) }
        try verify(root, listed, besides: [BundleFile.manifest])
        return (manifest, ContentVersion(hashing: bytes))
    }

    private typealias Listed = (file: Manifest.File, below: ArraySlice<String>)

    /// Checks one folder; it descends at most `BundleLimits.pathSegmentsMax` levels.
    private static func verify(
        _ folder: Folder, _ listed: [Listed], besides: Set<String>
    ) throws(ArchiveError) {
        let children = Dictionary(grouping: listed) { $0.below.first ?? "" }
        for name in try onDisk(try folder.names())
        where children[name] == nil && !besides.contains(name) {
            throw .wrong(
                folder.path, expected: "only what the manifest lists", found: shownName(name.utf8))
        }
        for (name, inside) in children.sorted(by: { $0.key < $1.key }) {
            if let only = inside.first, only.below.count == 1 {
                try require(.file, name, in: folder)
                try verify(only.file, try onDisk(try folder.file(name)))
            } else {
                try require(.directory, name, in: folder)
                let below = try onDisk(try folder.folder(name))
                try verify(below, inside.map { ($0.file, $0.below.dropFirst()) }, besides: [])
            }
        }
    }

    private static func verify(_ file: Manifest.File, _ reader: FileReader) throws(ArchiveError) {
        // The listed length limits what is read.
        guard reader.lengthBytes == file.lengthBytes else {
            throw .wrong(
                "\(file.path)", expected: "\(file.lengthBytes) bytes",
                found: "\(reader.lengthBytes)")
        }
        let bytes = try onDisk(try reader.readToEnd(lengthBytesMax: file.lengthBytes))
        try inFormat { () throws(BundleFormatError) in try file.check(bytes) }
    }

    private static func require(
        _ expected: FileKind, _ name: String, in folder: Folder
    ) throws(ArchiveError) {
        let found = try onDisk(try folder.kind(name))
        guard found != expected else { return }
        throw .wrong(
            "\(folder.path)/\(name)", expected: expected.words, found: found?.words ?? "none")
    }
}

extension FileKind {
    fileprivate var words: String {
        switch self {
        case .file: "a file"
        case .directory: "a folder"
        case .link: "a link"
        case .other: "a device or pipe"
        }
    }
}
