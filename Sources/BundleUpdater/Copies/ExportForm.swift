/// The forms of an export.
package enum ExportForm: Equatable, Sendable {
    /// A folder.
    case folder
    /// One file in our own plain zip form.
    case zip
    /// One tar, compressed by zstd.
    case tarZstd
    /// A plain tar, for a stream.
    case stream

    /// The form that a path asks for; nil for an archive that is not written.
    package init?(path: String) {
        let name = path.lowercased()
        if path == "-" {
            self = .stream
        } else if name.hasSuffix(".zip") {
            self = .zip
        } else if name.hasSuffix(".tar.zst") {
            self = .tarZstd
        } else if Self.others.contains(where: { name.hasSuffix($0) }) {
            return nil
        } else {
            self = .folder
        }
    }

    /// Whether it is one file.
    package var isFile: Bool { self == .zip || self == .tarZstd }

    /// Endings of archives that `export` does not write: a person who gives one does not mean a folder.
    private static let others = [
        ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tzst", ".iso", ".7z", ".rar",
    ]
}
