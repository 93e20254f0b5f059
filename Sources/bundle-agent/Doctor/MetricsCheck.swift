import BundleUpdater
import Files
import Glibc

/// Checks that metrics can be written.
enum MetricsCheck {
    /// Checks the folder of the metrics file.
    ///
    /// - Parameters:
    ///   - file: the metrics file; nil for none.
    ///   - state: the state folder; its owner writes the metrics.
    /// - Returns: the finding.
    static func run(_ file: String?, state: StateFolder) -> Diagnosis {
        guard let file else { return .ok("metrics", "none are written: no metrics-file") }
        let path = Paths.parent(of: Paths.absolute(file))
        let owner = FileFacts(state.path)?.owner ?? geteuid()
        return diagnose(FileFacts(path), at: path, file: file, writer: owner)
    }

    /// The finding for a folder.
    ///
    /// - Parameters:
    ///   - folder: the facts about the folder; nil if it does not exist.
    ///   - path: the folder's path.
    ///   - file: the metrics file.
    ///   - writer: the user who writes them.
    /// - Returns: the finding.
    static func diagnose(
        _ folder: FileFacts?, at path: String, file: String, writer: UInt32
    ) -> Diagnosis {
        guard let folder else {
            return .problem(
                "metrics", "\(file): the folder \(path) is not there, so no metrics are written",
                remedy: "mkdir -p \(path), then chown \(writer) \(path)")
        }
        guard folder.isFolder else {
            return .problem(
                "metrics", "\(file): \(path) is no folder, so no metrics are written",
                remedy: "name another file with 'metrics-file'")
        }
        // Root may write everywhere; groups are not checked.
        let bits: UInt32 = folder.owner == writer ? 0o200 : 0o022
        guard writer == 0 || folder.mode & bits != 0 else {
            return .problem(
                "metrics", "\(file): user \(writer) cannot write in \(path)",
                remedy: "chown \(writer) \(path), or give that user the right to write there")
        }
        guard file.hasSuffix(".prom") else {
            return .warning(
                "metrics", "\(file): node_exporter reads only files that end in .prom",
                remedy: "name such a file with 'metrics-file'")
        }
        return .ok("metrics", file)
    }
}
