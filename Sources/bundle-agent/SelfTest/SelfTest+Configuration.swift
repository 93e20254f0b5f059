import Files
import Glibc

extension SelfTest {
    /// The configured self-test; nil where there is to be none, or the standard one is not installed.
    ///
    /// - Parameter configuration: the setting and its time limit.
    init?(_ configuration: Configuration) {
        let command: [String]
        switch configuration.selfTest {
        case .none: return nil
        case .standard:
            guard let program = Self.find("breakdown") else { return nil }
            command = [program, "self-test"]
        case .command(let words):
            guard let name = words.first else { return nil }
            command = [Self.find(name) ?? name] + words.dropFirst()
        }
        self.init(command: command, timeLimit: configuration.selfTestTimeLimit)
    }

    /// A self-test by a program at a path.
    ///
    /// - Parameters:
    ///   - command: the program's path, then its arguments.
    ///   - timeLimit: after this it is killed.
    init(command: [String], timeLimit: Duration) {
        self.command = command
        self.timeLimit = timeLimit
        let length = ((try? Files.lengthBytes(command[0])) ?? nil) ?? 0
        let time = ((try? Files.modificationTime(command[0])) ?? nil) ?? 0
        identity = "\(command.joined(separator: " ")) \(length) \(time)"
    }

    /// A program beside this one, else on PATH; a path is made absolute, for it runs in another folder.
    private static func find(_ name: String) -> String? {
        guard !name.contains("/") else { return Paths.absolute(name) }
        var folders: [String] = []
        if let own = (try? Files.linkTarget("/proc/self/exe")) ?? nil {
            folders.append(Paths.parent(of: own))
        }
        folders += (Environment.variable("PATH") ?? "").split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
