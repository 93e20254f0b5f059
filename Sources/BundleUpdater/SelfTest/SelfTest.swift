import BundleFormat
import Files
import Glibc
import JSON
import Platform
import SeasonClient

/// The command that a new bundle must pass before it is served, with its limits.
///
/// It runs with the bundle's folder as its last argument, without input and with a minimal environment. Its
/// time, memory, open files and writing are limited, and when its time is over nothing of it stays.
package struct SelfTest: Equatable, Sendable {
    /// The program's path, then its arguments.
    package let command: [String]
    /// After this time it is killed.
    ///
    /// The bundle is not blamed, because the machine was too slow.
    package let timeLimit: Duration
    /// Identifies the version of this program; another version may decide otherwise.
    package let identity: String
    /// Whether the program is our own: it can test several bundles in one process, and starts no other.
    var isOurProgram = false

    /// Bytes of address space: five times what our heaviest season needs.
    package static let memoryBytesMax: UInt64 = 96 << 20
    /// Open files: enough for a program with a few libraries.
    private static let openFilesMax: UInt64 = 64

    /// Makes a self-test from the path of a program.
    package init(command: [String], timeLimit: Duration) {
        self.command = command
        self.timeLimit = timeLimit
        let length = ((try? Files.lengthBytes(command[0])) ?? nil) ?? 0
        let time = ((try? Files.modificationTime(command[0])) ?? nil) ?? 0
        identity = "\(command.joined(separator: " ")) \(length) \(time)"
    }

    /// Finds a program next to this one, or in the folders of a search path.
    ///
    /// - Parameter name: the program's name, or its path. A path becomes absolute, because the test
    ///   runs in another folder.
    /// - Returns: nil if there is none.
    package static func find(_ name: String, path: String) -> String? {
        guard !name.contains("/") else { return Paths.absolute(name) }
        var folders: [String] = []
        if let own = (try? Files.linkTarget("/proc/self/exe")) ?? nil {
            folders.append(Paths.parent(of: own))
        }
        folders += path.split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// How to start the program.
    func start(_ arguments: [String], timeLimit: Duration) -> ChildStart {
        var start = ChildStart(command[0], command.dropFirst() + arguments)
        start.environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent",
        ]
        start.folder = "/"
        start.closesOthers = true
        start.group = .ownSession
        start.endsWithParent = true
        start.timeLimit = timeLimit
        start.limits.memoryBytes = Self.memoryBytesMax
        start.limits.processorSeconds = UInt64(max(1, timeLimit.components.seconds)) + 1
        start.limits.fileBytes = 0
        start.limits.openFiles = Self.openFilesMax
        if isOurProgram { start.limits.processes = 1 }
        return start
    }

    /// The highest level of the description language that the program reads.
    ///
    /// It answers `--levels` with one object, `{"levels":[1,2]}`. A program that does not know the
    /// question is older than level 2, or an owner's own program: it counts as reading only level
    /// 1.
    package func levelMax() -> Int {
        var start = start(["--levels"], timeLimit: .seconds(10))
        start.streams = [.nothing, .first(bytesMax: 4_096), .nothing]
        let limits = JSONLimits(lengthBytesMax: 4_096, depthMax: 4)
        guard let child = try? ChildProcess(start), child.wait() == .exited(0),
            let answer = try? JSON.parse(child.bytes(1), limits: limits),
            let levels = answer["levels"]?.arrayValue?.compactMap(\.integerValue)
        else { return 1 }
        return Int(max(1, min(levels.max() ?? 1, 999)))
    }
}
