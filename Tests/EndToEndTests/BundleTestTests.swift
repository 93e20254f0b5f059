import Foundation
import TestSupport
import Testing

/// `breakdown self-test` as the agent runs it: its exit status says whose fault it is.
@Suite struct BundleTestTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let built = try Program.run(
            "bundle-publish",
            ["build", "2015", "--bundles", Checkout.path("bundles"), "--output", folder.path])
        #expect(built.status == 0, "\(built.messages)")
    }

    private var sample: String { "2015/samples/2015nyny_qm10" }

    private func test(_ path: String = "2015") throws -> Program.Result {
        try Program.run("breakdown", ["self-test", folder[path]])
    }

    @Test func aBundleAsItWasPublishedPasses() throws {
        let result = try test()
        #expect(result.status == 0 && result.output.hasSuffix(" samples as expected\n"))
    }

    @Test func anotherTableIsTheBundlesFault() throws {
        try folder.write("other\n", to: "\(sample).txt")
        #expect(try test().status == 2)
    }

    @Test func aFileThatIsNotThereIsTheBundlesFault() throws {
        try FileManager.default.removeItem(atPath: folder["\(sample).txt"])
        let result = try test()
        #expect(result.status == 2)
        #expect(result.messages.contains("expected the sample's table, found no such file"))
    }

    @Test func aManifestThatCannotBeReadIsTheBundlesFault() throws {
        try folder.write("{}", to: "2015/manifest.json")
        #expect(try test().status == 2)
    }

    @Test func aLevelToComeIsNoVerdict() throws {
        let manifest = try folder.read("2015/manifest.json")
        try folder.write(
            manifest.replacing("\"format\":1", with: "\"format\":99"), to: "2015/manifest.json")
        let result = try test()
        #expect(result.status == 75)
        #expect(result.messages.contains("needs level 99 of the description language"))
    }

    @Test func noBundleAtAllIsNoVerdict() throws {
        #expect(try test("2016").status == 1)
    }

    @Test(
        .needs(.tracing),
        arguments: ["EIO", "EMFILE", "ENOMEM", "EACCES"])
    func aMachineThatCannotReadIsNoVerdict(_ error: String) throws {
        for file in ["2015/manifest.json", "2015/match.json", "\(sample).json", "\(sample).txt"] {
            let result = try Program.run(
                "/usr/bin/strace",
                [
                    "-f", "-qq", "-o", "/dev/null", "-P", folder[file],
                    "-e", "inject=openat:error=\(error)",
                    Program.path(of: "breakdown"), "self-test", folder["2015"],
                ])
            #expect(result.status == 75, "\(file): \(result.messages)")
        }
    }

    @Test func aFullDiskUnderItsOutputIsNoVerdict() throws {
        let result = try Program.run(
            "/bin/sh",
            [
                "-c", "\"$0\" self-test \"$1\" > /dev/full", Program.path(of: "breakdown"),
                folder["2015"],
            ])
        #expect(result.status == 75)
        #expect(result.messages.contains("No space left on device"))
    }
}
