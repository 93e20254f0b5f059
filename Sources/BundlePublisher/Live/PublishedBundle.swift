import BundleFormat
import TUF

/// One season as it is published.
package struct PublishedBundle: Equatable {
    package let target: TargetFile
    package let custom: TargetCustom

    /// Makes a bundle from a target and its signed facts.
    package init(target: TargetFile, custom: TargetCustom) {
        self.target = target
        self.custom = custom
    }

    /// Reads what is signed about a target.
    ///
    /// - Throws: `BundleFormatError` if agents would not take it for a bundle.
    init(reading target: TargetFile, named name: TargetName) throws(BundleFormatError) {
        self.init(
            target: target,
            custom: try TargetCustom.checked(
                target.custom, of: name, sha256: target.sha256, lengthBytes: target.lengthBytes
            ).custom)
    }

    /// The bundle of each season among a repository's targets; other targets are passed over.
    ///
    /// - Throws: `BundleFormatError` if an entry is signed that we do not write, or a season has two.
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

    /// Where its zip is, below the directory.
    package var zipPath: String {
        PublishedBundle.zipPath(custom.year, format: custom.format, sha256: target.sha256 ?? "")
    }

    /// Where the file of a target is, below the directory.
    static func path(of target: TargetFile) -> String {
        let parts = target.path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { "\($0)/" }.joined()
        return "targets/\(folder)\(target.sha256 ?? "").\(parts.last ?? "")"
    }

    /// Where a zip is, below the directory: its name has its hash, so it never changes.
    package static func zipPath(_ year: BundleYear, format: Int, sha256: String) -> String {
        "targets/f\(format)/\(year)/\(sha256).bundle.zip"
    }
}

extension [BundleYear: PublishedBundle] {
    /// What is signed about the seasons whose entry is not the old one.
    func entries(unlike old: [BundleYear: TargetCustom]) -> [BundleYear: TargetCustom] {
        mapValues(\.custom).filter { $1 != old[$0] }
    }
}
