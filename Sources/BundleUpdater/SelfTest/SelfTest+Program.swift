import Files
import Glibc

extension SelfTest {
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
}
