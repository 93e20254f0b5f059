import BundleArchive
import BundleFormat

/// Measures a season's size, because every machine downloads it, often over a telephone.
package enum SizeReview {
    /// A larger zip gets a warning; this is ten times the largest season.
    static let zipBytesNoted = 100 << 10
    /// A bundle that unpacks to more bytes gets a warning.
    static let unpackedBytesNoted = 2 << 20

    package struct Size: Equatable {
        package let zipBytes: Int
        package let unpackedBytes: Int
    }

    /// The size; nil if no agent would accept the bundle.
    static func size(_ contents: BundleContents) -> Size? { try? measured(contents) }

    private static func measured(_ contents: BundleContents) throws(BundleFormatError) -> Size {
        Size(
            zipBytes: try contents.zipped().count,
            unpackedBytes: contents.files.values.reduce(0) { $0 + $1.count })
    }

    static func diagnostics(_ contents: BundleContents, in folder: String) -> [Diagnostic] {
        let path = "\(folder)/\(contents.year)"
        do throws(BundleFormatError) {
            let size = try measured(contents)
            guard size.zipBytes > zipBytesNoted || size.unpackedBytes > unpackedBytesNoted else {
                return []
            }
            return [
                .warning(
                    path,
                    "the season has \(size.zipBytes) bytes packed and \(size.unpackedBytes) unpacked",
                    remedy: "others have a tenth of that: keep the few samples that show most")
            ]
        } catch {
            return [
                Diagnostic(
                    file: path, message: "\(error)",
                    remedy: "no agent takes it: remove samples, which are most of it")
            ]
        }
    }
}
