import ArgumentParser
import BundleUpdater
import Containers
import Files
import PlainArguments

struct ReadContainerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read-container",
        abstract: "Reads an archive for 'bundle-agent poll --from'.",
        shouldDisplay: false)

    func run() throws { ContainerSending.run() }
}

extension ContainerProcess {
    /// The process that runs this program again.
    static var program: ContainerProcess {
        let own = (try? Files.linkTarget("/proc/self/exe")) ?? nil
        return ContainerProcess(
            command: [own ?? ProgramArguments.name ?? "bundle-agent", "read-container"],
            libraryPath: ProcessEnvironment.variable("LD_LIBRARY_PATH"))
    }
}
