import ArgumentParser
import BundleFormat

/// `breakdown self-test`: its help and its argument; ``BundleTest`` runs it.
struct SelfTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breakdown self-test",
        abstract: "Draw a bundle's samples and compare them with its expected tables.",
        discussion: """
            bundle-agent runs this on each new bundle before it serves the bundle. So it never \
            serves a bundle that this program cannot draw. It reads the folder and writes nothing.

            Examples:
              breakdown self-test /var/lib/bundle-agent/current/2024
              breakdown self-test ./self-test-of-mine/2024

            Exit status: \(ExitStatus.done) every sample is as expected, \(ExitStatus.failed) there is \
            no bundle, \(ExitStatus.problems) a sample is not as expected or there is none, \
            \(ExitStatus.usage) usage, \(ExitStatus.untested) this machine could not read or write \
            just now; that says nothing about the bundle.
            """)

    @Flag(
        help: """
            Do not test; print the levels of the description language that this program reads, as \
            one JSON object.
            """)
    var levels = false

    @Argument(
        help: ArgumentHelp("A bundle's folder, with its manifest.json.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    func validate() throws {
        guard levels != (folder != nil) else {
            throw ValidationError("Expected a bundle's folder, or --levels.")
        }
    }

    func run() throws {
        guard let folder else {
            let levels = BundleFormat.levels.map(String.init).joined(separator: ",")
            var output = Output()
            try output.print("{\"levels\":[\(levels)]}\n")
            return try output.flush()
        }
        var test = BundleTest(folder: folder)
        let status = test.perform()
        if status != ExitStatus.done { throw ExitCode(status) }
    }
}
