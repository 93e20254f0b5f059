import EmbeddedBundles
import Glibc

/// The files inside this program, sorted by path.
enum EmbeddedFile {
    static var paths: [String] {
        (0..<Int(embedded_file_count)).map { String(cString: embedded_files[$0].path) }
    }

    /// Reads one file; the others are not loaded from disk.
    ///
    /// - Parameter path: `2024/match.json`.
    static func read(_ path: String) -> [UInt8]? {
        var low = 0
        var high = Int(embedded_file_count)
        while low < high {
            let middle = low + (high - low) / 2
            let file = embedded_files[middle]
            let order = strcmp(file.path, path)
            if order == 0 {
                return Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length)))
            }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
