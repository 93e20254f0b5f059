import ArgumentParser
import BundleFormat
import Glibc

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
            Test several bundles in this process. Write "passed" and the bundle's position (0 is \
            the first) to this descriptor for each bundle that passes, and nothing about the \
            others: test those alone.
            """, valueName: "n"))
    var verdicts: Int32?

    @Argument(
        help: ArgumentHelp("A bundle's folder, with its manifest.json.", valueName: "dir"),
        completion: .directory)
    var folders: [String] = []

    func validate() throws {
        guard levels ? folders.isEmpty && verdicts == nil : !folders.isEmpty else {
            throw ValidationError("Expected a bundle's folder, or --levels.")
        }
        guard folders.count == 1 || levels || verdicts != nil else {
            throw ValidationError("Expected one bundle's folder; --verdicts takes several.")
        }
        if let verdicts, verdicts < 3 {
            throw ValidationError("--verdicts: expected 3 or more, found \(verdicts)")
        }
    }

    func run() throws {
        if let verdicts {
            let status = testAll(verdicts)
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

    /// Tests all bundles, and writes `passed 3` as soon as the bundle at position 3 has passed.
    ///
    /// - Returns: ``ExitStatus/done`` if all passed, else `untested`: it never says that a bundle is wrong.
    private func testAll(_ descriptor: Int32) -> Int32 {
        var passed = 0
        for (position, folder) in folders.enumerated() {
            let test = BundleTest(folder: folder)
            guard test.perform() == ExitStatus.done else { continue }
            passed += 1
            // A pipe takes such a line in one piece.
            let line = Array("passed \(position)\n".utf8)
            guard write(descriptor, line, line.count) == line.count else {
                return ExitStatus.untested
            }
        }
        return passed == folders.count ? ExitStatus.done : ExitStatus.untested
    }
}
