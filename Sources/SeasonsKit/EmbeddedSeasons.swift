import BundleFormat
import BundleZip
import Foundation

/// The seasons inside an app; a season's files are read only when the app asks for it.
struct EmbeddedSeasons: Sendable {
    /// The years and their contents.
    let index: SetIndex
    private let files: [String: Data]

    /// Sorts files by year; a year without a manifest is ignored.
    init(_ files: [String: Data]) {
        self.files = files
        let list = files[SetIndex.fileName].flatMap { try? SetIndex.decode([UInt8]($0)) }
        var index = SetIndex()
        for (path, bytes) in files {
            let parts = path.split(separator: "/")
            guard parts.count == 2, parts[1] == BundleFile.manifest,
                let year = BundleYear(String(parts[0]))
            else { continue }
            index.entries[year] = SetIndex.Entry(
                version: ContentVersion(hashing: [UInt8](bytes)), origin: .embedded,
                publishedUnixSeconds: list?.entries[year]?.publishedUnixSeconds)
        }
        self.index = index
    }

    /// A season's files; nil if the app does not have all of them.
    func contents(_ year: BundleYear) -> BundleContents? {
        guard let version = index.entries[year]?.version,
            let bytes = files["\(year)/\(BundleFile.manifest)"],
            let manifest = try? Manifest(checked: [UInt8](bytes), version, year, .standard)
        else { return nil }
        var contents: [BundlePath: [UInt8]] = [:]
        for file in manifest.files {
            guard let bytes = files["\(year)/\(file.path)"].map({ [UInt8]($0) }),
                (try? file.check(bytes)) != nil
            else { return nil }
            contents[file.path] = bytes
        }
        return try? BundleContents(year: year, files: contents, format: manifest.format)
    }
}
