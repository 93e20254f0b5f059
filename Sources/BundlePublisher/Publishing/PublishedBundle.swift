import BundleFormat
import TUF

/// One season as it is published.
package struct PublishedBundle: Equatable {
    package let target: TargetFile
    package let custom: TargetCustom

    /// Reads a target; nil for every one that is no bundle of a level that this build knows.
    package init?(_ target: TargetFile) {
        guard let name = TargetName(target.path), BundleFormat.levels.contains(name.format),
            let bundle = try? PublishedBundle(reading: target)
        else { return nil }
        self = bundle
    }

    /// Reads what is signed about a target.
    ///
    /// - Parameter target: the target.
    /// - Throws: `BundleFormatError` where that is not what is signed about a bundle.
    init(reading target: TargetFile) throws(BundleFormatError) {
        self.init(target: target, custom: try TargetCustom(target.custom, ofTarget: target.path))
    }

    /// Makes one of a target and what it says.
    package init(target: TargetFile, custom: TargetCustom) {
        self.target = target
        self.custom = custom
    }

    /// Where its zip is, below the directory.
    package var zipPath: String {
        PublishedBundle.zipPath(custom.year, format: custom.format, sha256: target.sha256 ?? "")
    }

    /// Where a zip is, below the directory: under its own hash, so that it never changes.
    package static func zipPath(_ year: BundleYear, format: Int, sha256: String) -> String {
        "targets/f\(format)/\(year)/\(sha256).bundle.zip"
    }
}
