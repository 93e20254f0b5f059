import Files
import Glibc
import TUF

/// What a process can know about the world, read once by a command and passed on.
enum Surroundings {
    /// What a whole command sees in place of the process's clock, environment and console.
    ///
    /// Tests run long histories of commands in one process; each history has a clock of its own.
    struct Substitute: Sendable {
        let now: UTCTime
        /// The environment's variables, by name.
        let variables: [String: String]
        /// Takes everything that the command prints.
        let print: @Sendable (String) -> Void
    }

    /// Nil in the program itself.
    @TaskLocal static var substitute: Substitute?

    /// The clock.
    static var now: UTCTime { substitute?.now ?? UTCTime(unixSeconds: Int64(time(nil))) }

    /// Who runs this, for others to read: user, machine and process.
    static var owner: String {
        return "\(variable("USER") ?? "uid \(getuid())") on \(Host.name ?? ""), process \(getpid())"
    }

    /// An environment variable's value.
    static func variable(_ name: String) -> String? {
        if let substitute { return substitute.variables[name] }
        return getenv(name).map { String(cString: $0) }
    }
}
