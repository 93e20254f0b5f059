import Foundation
import Synchronization

/// A real, empty folder of one test, removed with everything in it when the test lets go of it.
public final class TemporaryDirectory: Sendable {
    /// The folder's absolute path, without links on the way.
    public let path: String

    /// Makes the folder; the test fails where the machine has no room for one.
    ///
    /// - Throws: an error of the file system.
    public init() throws {
        path = "\(Self.base)/match-bundles-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Makes a folder that tests share; it is removed when the process ends.
    ///
    /// - Returns: the folder, which is empty.
    /// - Throws: an error of the file system.
    public static func shared() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        _ = removesSharedFolders
        sharedPaths.withLock { $0.append(folder.path) }
        return folder
    }

    private static let sharedPaths = Mutex<[String]>([])
    private static let removesSharedFolders = atexit {
        for path in TemporaryDirectory.sharedPaths.withLock({ $0 }) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Where the folders of all tests are: in `TMPDIR` if it is set, else in memory if a gigabyte is free there.
    ///
    /// On a disk the tests take a quarter more of the processors' time.
    public static let base: String = {
        let memory = "/dev/shm"
        let files = FileManager.default
        let free = try? files.attributesOfFileSystem(forPath: memory)[.systemFreeSize]
        let count = (free as? NSNumber)?.int64Value ?? 0
        let isGiven = ProcessInfo.processInfo.environment["TMPDIR"] != nil
        guard isGiven || !files.isWritableFile(atPath: memory) || count < 1 << 30 else {
            return memory
        }
        return URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    }()

    deinit {
        guard (try? FileManager.default.removeItem(atPath: path)) == nil else { return }
        // A test may have taken the rights away; give them back so that nothing is left behind.
        _ = try? Program.run("/bin/chmod", ["-R", "u+rwX", path])
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The absolute path of `name` in the folder, there or not.
    public subscript(name: String) -> String { "\(path)/\(name)" }

    /// Writes a text file, making the folders on its way.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file, making the folders on its way.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let target = self[name]
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: target))
        return target
    }

    /// Writes a file that only its owner can read, unless another mode is given.
    @discardableResult
    public func writeSecret(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let path = try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// Copies a file or a folder; nothing may have the new name.
    public func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: self[name], toPath: self[other])
    }

    /// Gives a file or a folder another name, which nothing may have.
    public func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: self[name], toPath: self[other])
    }

    /// Removes a file or a folder with everything in it.
    public func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: self[name])
    }

    /// The text of a file in the folder.
    public func read(_ name: String) throws -> String {
        try String(contentsOfFile: self[name], encoding: .utf8)
    }

    /// Every file and link below the folder, relative and sorted, with its bytes or its target.
    ///
    /// Two equal results mean two equal trees.
    public func contents(of name: String = ".") throws -> [String: Data] {
        var found: [String: Data] = [:]
        let root = self[name]
        for case let relative as String in FileManager.default.enumerator(atPath: root) ?? .init() {
            let full = "\(root)/\(relative)"
            let attributes = try FileManager.default.attributesOfItem(atPath: full)
            switch attributes[.type] as? FileAttributeType {
            case .typeRegular?: found[relative] = try Data(contentsOf: URL(fileURLWithPath: full))
            case .typeSymbolicLink?:
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: full)
                found[relative] = Data("-> \(target)".utf8)
            default: break
            }
        }
        return found
    }
}
