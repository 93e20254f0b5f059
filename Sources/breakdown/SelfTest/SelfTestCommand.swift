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

    @Option(
        help: ArgumentHelp(
            """
            Test several bundles, so many at the same time, each in a process of its own. Print \
            "passed" and the bundle's position (0 is the first) for each bundle that passes, and \
            nothing about the others: test those alone.
            """, valueName: "n"))
    var atOnce: Int?

    @Argument(
        help: ArgumentHelp("A bundle's folder, with its manifest.json.", valueName: "dir"),
        completion: .directory)
    var folders: [String] = []

    func validate() throws {
        guard levels ? folders.isEmpty && atOnce == nil : !folders.isEmpty else {
            throw ValidationError("Expected a bundle's folder, or --levels.")
        }
        guard folders.count == 1 || levels || atOnce != nil else {
            throw ValidationError("Expected one bundle's folder; --at-once takes several.")
        }
        if let atOnce, atOnce < 1 {
            throw ValidationError("--at-once: expected 1 or more, found \(atOnce)")
        }
    }

    func run() throws {
        if let atOnce {
            let status = TestInChildren(folders, atOnce: atOnce).perform()
            if status != ExitStatus.done { throw ExitCode(status) }
            return
        }
        guard let folder = folders.first else {
            let levels = BundleFormat.levels.map(String.init).joined(separator: ",")
            var output = Output()
            try output.print("{\"levels\":[\(levels)]}\n")
            return try output.flush()
        }
        let test = BundleTest(folder: folder)
        let status = test.perform()
        if status != ExitStatus.done { throw ExitCode(status) }
    }
}
