import BundleFormat
import TUF

/// A season's bundle among the signed targets: the zip, and what is signed about it.
package struct PublishedBundle: Equatable {
    package let target: TargetFile
    package let custom: TargetCustom

    init(target: TargetFile, custom: TargetCustom) {
        (self.target, self.custom) = (target, custom)
    }

    /// Reads what is signed about a target; throws if agents would not take it for a bundle.
    init(reading target: TargetFile, named name: TargetName) throws(BundleFormatError) {
        self.init(
            target: target,
            custom: try TargetCustom.checked(
                target.custom, of: name, sha256: target.sha256, lengthBytes: target.lengthBytes
            ).custom)
    }

    /// The bundle of each season among a repository's targets; other targets are passed over.
    ///
    /// Throws if an entry is signed that we do not write, or a season has two.
    package static func read(
        _ targets: [TargetFile]
    ) throws(BundleFormatError) -> [BundleYear: PublishedBundle] {
        var bundles: [BundleYear: PublishedBundle] = [:]
        for target in targets {
            guard let name = TargetName(target.path) else { continue }
            guard bundles[name.year] == nil else {
                throw BundleFormatError(
                    subject: target.path, problem: "expected one bundle of \(name.year), found two")
            }
            bundles[name.year] = try PublishedBundle(reading: target, named: name)
        }
        return bundles
    }

    /// The same where a mistake hides nothing else; for pages and reports.
    package static func all(in targets: [TargetFile]) -> [BundleYear: PublishedBundle] {
        (try? read(targets)) ?? [:]
    }

    package var zipPath: String { target.publishedPath }
}

extension TargetFile {
    /// Where the file is, below the directory: its name has its hash, so it never changes.
    var publishedPath: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { "\($0)/" }.joined()
        return "targets/\(folder)\(sha256 ?? "").\(parts.last ?? "")"
    }
}

extension [BundleYear: PublishedBundle] {
    /// What is signed about the seasons whose entry is not the old one.
    func entries(unlike old: [BundleYear: TargetCustom]) -> [BundleYear: TargetCustom] {
        mapValues(\.custom).filter { $1 != old[$0] }
    }
}
