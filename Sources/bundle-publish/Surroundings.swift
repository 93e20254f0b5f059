import Files
import Glibc
import TUF

/// The clock, the environment and other facts of the process; a command reads them once and passes them on.
enum Surroundings {
    /// Stands in for the process's clock, environment and console during a whole command.
    ///
    /// Tests run long histories of commands in one process; each history has a clock of its own.
    struct Substitute: Sendable {
        let now: UTCTime
        let variables: [String: String]
        /// Takes everything that the command prints.
        let print: @Sendable (String) -> Void
    }

    /// Nil in the program itself.
    @TaskLocal static var substitute: Substitute?

    static var now: UTCTime { substitute?.now ?? UTCTime(unixSeconds: Int64(time(nil))) }

    /// The user, the machine and the process that run this, for other people to read.
    static var owner: String {
        "\(variable("USER") ?? "uid \(getuid())") on \(Host.name ?? ""), process \(getpid())"
    }

    static func variable(_ name: String) -> String? {
        if let substitute { return substitute.variables[name] }
        return getenv(name).map { String(cString: $0) }
    }
}
