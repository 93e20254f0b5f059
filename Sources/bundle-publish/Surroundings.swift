import BundleFormat
import BundlePublisher
import Files
import Glibc
import Platform
import SeasonAuthoring
import Text
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

    /// The person's folder for data; nil if there is none.
    static var data: String? {
        let named = variable("XDG_DATA_HOME").flatMap { $0.isEmpty ? nil : $0 }
        return named ?? variable("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.local/share" }
    }
}

extension DestinationOpener {
    static var program: DestinationOpener {
        DestinationOpener(
            variable: Surroundings.variable, owner: Surroundings.owner,
            userAgent: "bundle-publish/\(programVersion)", now: Surroundings.now
        ) { Console.message($0) }
    }
}

extension Site {
    /// The first root to trust; prints a message if the repository vouches for itself.
    func trustedRoot(_ home: Home) throws(PublishError) -> [UInt8] {
        let root = try firstRoot(home)
        if !root.isKept {
            Console.message(
                "\(home.path): expected a home to compare the root with, found none; "
                    + "trusting the repository's own")
        }
        return root.bytes
    }
}

extension Passphrases {
    /// The passphrases of this process: from files, else the environment, else the person at the terminal.
    static func program(files: [SecretFile] = []) throws(PublishError) -> Passphrases {
        var prompt: Prompt?
        if isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 { prompt = ask }
        return try Passphrases(
            files: files, environment: Surroundings.variable(environmentName), prompt: prompt)
    }

    private static func ask(_ question: String) throws(PublishError) -> [UInt8] {
        do throws(HiddenLine.Failure) {
            return try HiddenLine.read(asking: PlainText.line(question), show: Console.prompt)
        } catch {
            switch error {
            case .cannotHide:
                throw PublishError("terminal: expected to hide what is typed, found that it cannot")
            case .cancelled: throw PublishError("passphrase: cancelled")
            }
        }
    }
}
