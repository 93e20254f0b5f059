import Files
import Foundation

/// Where histories lie while they run: in memory, where the machine has a folder for that.
enum Scratch {
    /// One folder of this process; removed when the tests are over.
    static let base: String = {
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        atexit { try? FileManager.default.removeItem(atPath: Scratch.base) }
        return "\(parent)/bundle-model-\(getpid())"
    }()

    /// Makes an empty folder below ``base``; what was there is removed.
    static func folder(_ name: String) throws -> String {
        let path = "\(base)/\(name)"
        try Files.removeTree(path)
        try Files.createDirectoriesAndSync(path)
        return path
    }
}
