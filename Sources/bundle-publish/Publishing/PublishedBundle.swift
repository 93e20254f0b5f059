import BundleFormat
import TUF

/// One season as it is published.
struct PublishedBundle: Equatable {
    let target: TargetFile
    let custom: TargetCustom

    /// Where its zip is, below the directory.
    var zipPath: String { PublishedBundle.zipPath(custom.year, sha256: target.sha256 ?? "") }

    /// Where a zip is, below the directory: under its own hash, so that it never changes.
    static func zipPath(_ year: BundleYear, sha256: String) -> String {
        "targets/f\(BundleFormat.current)/\(year)/\(sha256).bundle.zip"
    }
}
