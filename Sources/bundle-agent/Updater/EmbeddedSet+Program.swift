import BundleUpdater
import EmbeddedBundles

extension EmbeddedSet {
    /// The bundles inside this program.
    static let program = EmbeddedSet(
        paths: (0..<Int(embedded_file_count)).map { String(cString: embedded_files[$0].path) },
        length: { Int(embedded_files[$0].length) }
    ) { number in
        let file = embedded_files[number]
        return Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length)))
    }
}
