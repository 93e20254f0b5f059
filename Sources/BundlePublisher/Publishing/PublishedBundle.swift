import BundleFormat
import TUF

/// One season as it is published.
package struct PublishedBundle: Equatable {
    package let target: TargetFile
    package let custom: TargetCustom

    /// Reads a target; nil if it is no bundle of a level that this build knows.
    package init?(_ target: TargetFile) {
        guard let name = TargetName(target.path), BundleFormat.levels.contains(name.format),
            let bundle = try? PublishedBundle(reading: target, named: name)
        else { return nil }
        self = bundle
    }

    /// Reads what is signed about a target.
    ///
    /// - Parameters:
    ///   - target: the target.
    ///   - name: its path.
    /// - Throws: `BundleFormatError` if agents would not take it for a bundle.
    init(reading target: TargetFile, named name: TargetName) throws(BundleFormatError) {
        self.init(
            target: target,
            custom: try TargetCustom.checked(
                target.custom, of: name, sha256: target.sha256, lengthBytes: target.lengthBytes
            ).custom)
    }

    /// Makes a bundle from a target and its signed words.
    package init(target: TargetFile, custom: TargetCustom) {
        self.target = target
        self.custom = custom
    }

    /// Where its zip is, below the directory.
    package var zipPath: String {
        PublishedBundle.zipPath(custom.year, format: custom.format, sha256: target.sha256 ?? "")
    }

    /// Where the zip of a target is, below the directory.
    static func zipPath(of target: TargetFile) -> String {
        guard let name = TargetName(target.path), let hash = target.sha256 else {
            return "targets/\(target.path)"
        }
        return zipPath(name.year, format: name.format, sha256: hash)
    }

    /// Where a zip is, below the directory: its name has its hash, so it never changes.
    package static func zipPath(_ year: BundleYear, format: Int, sha256: String) -> String {
        "targets/f\(format)/\(year)/\(sha256).bundle.zip"
    }
}
