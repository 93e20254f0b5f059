import ArgumentParser
import BundleUpdater
import Glibc
import Platform

/// The child of ``ContainerProcess``: it reads standard input, and writes our own zip or a sentence.
struct ReadContainerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read-container",
        abstract: "Reads an archive for 'bundle-agent poll --from'.",
        shouldDisplay: false)

    func run() throws {
        // Names in UTF-8 need such a locale; it is built into the C library.
        setlocale(LC_CTYPE, "C.UTF-8")
        let zip: [UInt8]
        do {
            zip = try ContainerReader(STDIN_FILENO).zip()
        } catch {
            try Console.result(bytes: Array("\(error)".utf8))
            throw ExitCode.failure
        }
        try Console.result(bytes: zip)
    }
}

extension ContainerProcess {
    /// The process that runs this program again.
    static func program(for state: StateFolder) -> ContainerProcess {
        let libraries = ProcessEnvironment.variable("LD_LIBRARY_PATH").map {
            "LD_LIBRARY_PATH=\($0)"
        }
        return ContainerProcess(
            .thisProgram(["read-container"]), for: state, environment: libraries.map { [$0] } ?? [])
    }
}
