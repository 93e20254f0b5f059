import Foundation
import TestSupport
import Testing

/// `--login`: the key is typed unseen, tried and stored for its owner alone.
@Suite struct LoginTests {
    private let event: FetchedEvent
    private var file: String { event.folder["config/match-bundles/tba-key"] }

    init() throws { event = try FetchedEvent() }

    @Test(.needs(.pseudoTerminal)) func aTypedKeyIsNeverShown() throws {
        let terminal = try PseudoTerminal(
            "breakdown", ["--login"],
            environment: event.environment.merging(["TBA_AUTH_KEY": ""]) { $1 })
        #expect(terminal.waits(for: "thebluealliance.com/account: "))
        terminal.type("right-key\r")
        #expect(terminal.end() == 0)
        #expect(terminal.output.contains("accepts the key"), "\(terminal.output)")
        #expect(!terminal.output.contains("right-key"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try event.run(["2024necmp_qm1"], ["TBA_AUTH_KEY": ""]).status == 0)
    }

    @Test func aWrongKeyIsNotStored() throws {
        let result = try event.run(["--login"], input: "S3cretButWrong\n")
        #expect(result.status == 1)
        #expect(!(result.output + result.messages).contains("S3cret"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test(.needs(.pseudoTerminal)) func givingUpStoresNothing() throws {
        let terminal = try PseudoTerminal("breakdown", ["--login"], environment: event.environment)
        #expect(terminal.waits(for: "account: "))
        terminal.type("half\u{3}")
        #expect(terminal.end() == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aFileThatOthersCanReadIsRefusedWithItsRemedy() throws {
        #expect(try event.run(["--login"], input: "right-key\n").status == 0)
        chmod(file, 0o644)
        let result = try event.run(["2024necmp_qm1"], ["TBA_AUTH_KEY": ""])
        #expect(result.status == 1 && result.messages.contains("chmod 600"))
        #expect(result.messages.contains(file))
    }

    @Test func noProcessHasTheKeyInItsArguments() throws {
        event.server.failuresEnd = false
        event.server.failures = [.silence]
        let process = Program.make("breakdown", ["2024necmp_qm1"], event.environment)
        try process.run()
        defer {
            // Children of a test's thread have all other signals blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try #require(wait { !event.server.requests.isEmpty || !process.isRunning })
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        var names: [String] = []
        for folder in folders where Int(folder) != nil {
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(folder)/cmdline") else {
                continue
            }
            let line = String(decoding: bytes, as: UTF8.self)
            if line.contains("match-fetch") { names.append(line) }
            #expect(!line.contains("right-key"))
        }
        #expect(!names.isEmpty)
    }
}
