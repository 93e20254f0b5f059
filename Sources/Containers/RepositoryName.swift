import BundleFormat
import TUF

/// The name of a file that a repository has: `metadata/timestamp.json`, `metadata/3.root.json`,
/// `targets/f1/2024/….bundle.zip`.
package struct RepositoryName: Hashable, Sendable {
    /// The path below the repository's folder.
    package let path: String
    /// The most bytes of such a file.
    package let lengthBytesMax: Int

    /// Makes a name from a path; nil if a repository has no such file.
    package init?(_ path: String, _ limits: ContainerLimits) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        switch segments.first {
        case "metadata":
            guard segments.count == 2,
                let most = Self.lengthBytesMax(ofMetadata: segments[1], limits)
            else { return nil }
            lengthBytesMax = most
        case "targets":
            guard BundlePath(path) != nil, segments.count > 1 else { return nil }
            lengthBytesMax = limits.bundle.zipBytesMax
        default: return nil
        }
        self.path = path
    }

    /// The most bytes of metadata; nil if it is neither `timestamp.json` nor `N.ROLE.json`.
    private static func lengthBytesMax(
        ofMetadata name: Substring, _ limits: ContainerLimits
    ) -> Int? {
        if name == "timestamp.json" { return limits.metadata.timestampBytesMax }
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix(".json"),
            parts[1].utf8.count > ".json".utf8.count,
            name.utf8.count <= limits.metadata.roleNameBytesMax + 25, isVersion(parts[0]),
            name.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
        else { return nil }
        // No metadata lists the length of a root; it lists the lengths of the other files.
        return parts[1] == "root.json"
            ? limits.metadata.rootBytesMax : limits.metadata.listedBytesMax
    }

    private static func isVersion(_ text: Substring) -> Bool {
        (1...19).contains(text.utf8.count) && text.first != "0"
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Where in a container a file of a repository is.
///
/// People pack the repository's files, or the folder that has them: both are found.
struct RepositoryPlace: Equatable {
    /// The folder that has `metadata/` and `targets/`; empty for the container's top.
    let folder: String
    let name: RepositoryName

    /// Finds the place of an entry; nil if no repository has such a file there.
    init?(_ entry: EntryName, _ limits: ContainerLimits) {
        var segments = entry.segments[...]
        let isAtTop = segments.first == "metadata" || segments.first == "targets"
        folder = isAtTop ? "" : segments.popFirst() ?? ""
        guard let name = RepositoryName(segments.joined(separator: "/"), limits) else { return nil }
        self.name = name
    }
}
