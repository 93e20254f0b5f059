import Files
import Foundation
import TestSupport

/// Where histories lie while they run.
enum Scratch {
    /// One folder of this process; removed when the tests are over.
    static let base: String = {
        atexit { try? FileManager.default.removeItem(atPath: Scratch.base) }
        return "\(TemporaryDirectory.base)/bundle-model-\(getpid())"
    }()

    /// Makes an empty folder below ``base``; what was there is removed.
    static func folder(_ name: String) throws -> String {
        let path = "\(base)/\(name)"
        try Files.removeTree(path)
        try Files.createDirectoriesAndSync(path)
        return path
    }
}
