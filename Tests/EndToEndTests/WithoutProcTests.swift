import Foundation
import TestSupport
import Testing

/// Programs where /proc is missing, as in some containers and sandboxes.
@Suite(.needs(.mounting)) struct WithoutProcTests {
    /// Runs a program where /proc is an empty folder.
    private func run(_ program: String, _ words: String...) throws -> Program.Result {
        try Program.run(
            "/usr/bin/unshare",
            [
                "--mount", "/bin/sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh",
                Program.path(of: program),
            ] + words)
    }

    @Test(arguments: CommandLineTests.programs)
    func eachProgramPrintsItsVersionAndHelp(_ program: String) throws {
        for (word, text) in [("--version", "0."), ("--help", "OVERVIEW")] {
            let result = try run(program, word)
            #expect(result.status == 0 && result.output.contains(text), "\(result)")
        }
    }

    @Test func aMatchIsDrawn() throws {
        let result = try run(
            "breakdown", Checkout.path("bundles/2024/samples/2024nytr_qm19.json"))
        #expect(result.status == 0 && result.output.contains("Total Score"), "\(result)")
    }

    /// A released `breakdown` is such a program: Swift's runtime in it finds no place of its own.
    @Test(.needs(.staticRuntime)) func aProgramThatIsWhollyStaticStarts() throws {
        let folder = try TemporaryDirectory()
        let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        func compile(_ words: [String]) throws {
            let compiled = try Program.run("/usr/bin/env", words, environment: path)
            try #require(compiled.status == 0, "\(compiled.messages)")
        }
        try folder.write("print(\"started\")\n", to: "main.swift")
        try compile(
            ["clang", "-c", "-I", Checkout.path("Sources/CLinux/include")]
                + [Checkout.path("Sources/CLinux/Arguments.c"), "-o", folder["arguments.o"]])
        try compile(
            ["swiftc", "-static-executable", folder["main.swift"], folder["arguments.o"]]
                + ["-o", folder["program"]])
        let result = try run(folder["program"])
        #expect(result.status == 0 && result.output == "started\n", "\(result)")
    }
}
