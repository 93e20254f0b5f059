import Foundation
import TestSupport
import Testing

/// A program that starts with closed standard streams writes its messages into no other file.
@Suite struct ClosedStreamTests {
    @Test(arguments: ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func noMessageGoesIntoAFileThatThePublisherOpens(_ closed: String) throws {
        let folder = try TemporaryDirectory()
        let home = folder["home"]
        // A result that reaches no reader is an error, but the work is done.
        let expected: Int32 = closed.contains(">&- ") ? 1 : 0
        for command in [["init", "--no-passphrase"], ["keys", "rotate-online"]] {
            #expect(try status("bundle-publish", command + ["--home", home], closed) == expected)
        }
        let files = try folder.contents(of: "home")
        #expect(files.count > 3)
        for (path, bytes) in files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("bundle-publish: "), "\(path)")
        }
    }

    @Test func noMessageGoesIntoTheAgentsState() throws {
        let folder = try TemporaryDirectory()
        let poll = ["poll", "--repository", "http://127.0.0.1:1", "--state", folder["state"]]
        _ = try status("bundle-agent", poll, "<&- >&- 2>&-")
        for (path, bytes) in try folder.contents(of: "state") {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("bundle-agent: "), "\(path)")
        }
    }

    @Test func aTableThatNobodyCanReadIsAnError() throws {
        let match = Checkout.path("bundles/2024/samples/2024isde1_f1m2.json")
        for format in ["text", "json", "svg"] {
            #expect(try status("breakdown", [match, "--format", format], ">&-") == 1, "\(format)")
        }
    }

    private func status(_ program: String, _ words: [String], _ closed: String) throws -> Int32 {
        try Program.run(
            "/bin/sh", ["-c", "\"$0\" \"$@\" \(closed)", Program.path(of: program)] + words
        ).status
    }
}
