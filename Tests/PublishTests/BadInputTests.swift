import Foundation
import Glibc
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What a publish is given by mistake: a clear message, and the live repository as it was.
@Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let messages: [String]
        let harm: @Sendable (SeasonFixture) throws -> Void

        init(
            _ name: String, _ messages: [String],
            _ harm: @escaping @Sendable (SeasonFixture) throws -> Void
        ) {
            (testDescription, self.messages, self.harm) = (name, messages, harm)
        }
    }

    static let cases = [
        Case(
            "a sample of another season",
            [
                "2024/samples/qm1.json: error: expected a match of 2024, found 2025abc_qm1",
                "→ move it to the season it was played in",
            ]
        ) { try $0.folder.write(SeasonFixture.match(2025), to: "bundles/2024/samples/qm1.json") },
        Case(
            "ten thousand files",
            ["2024/samples: error: expected at most 1000 entries, found 10002"]
        ) { fixture in
            let folder = fixture.folder["bundles/2024/samples"]
            for at in 0..<10_000 { close(creat("\(folder)/x\(at).json", 0o644)) }
        },
        Case(
            "a file of 1 GB",
            ["2024/samples/qm1.json: error: expected at most 1048576 bytes, found more"]
        ) { try enlarge($0.folder["bundles/2024/samples/qm1.json"]) },
        Case(
            "a description of 1 GB",
            ["2024/match.yaml: error: expected at most 262144 bytes, found more"]
        ) { try enlarge($0.folder["bundles/2024/match.yaml"]) },
        Case("a description that is not UTF-8", ["2024/match.yaml", "UTF-8"]) {
            try Data([0x66, 0x6F, 0xFF, 0xFE, 0x0A])
                .write(to: URL(filePath: $0.folder["bundles/2024/match.yaml"]))
        },
        Case("a sample that is not UTF-8", ["2024/samples/qm1.json", "UTF-8"]) {
            let text = SeasonFixture.match(2024)
            try (Data(text.utf8.prefix(9)) + Data([0xC3, 0x28]) + Data(text.utf8.dropFirst(9)))
                .write(to: URL(filePath: $0.folder["bundles/2024/samples/qm1.json"]))
        },
        Case(
            "a pipe in place of a sample",
            ["2024/samples/qm1.json: error: expected a file, found a device or pipe"]
        ) {
            try FileManager.default.removeItem(atPath: $0.folder["bundles/2024/samples/qm1.json"])
            mkfifo($0.folder["bundles/2024/samples/qm1.json"], 0o644)
        },
    ]

    @Test(arguments: cases, ["plan", "publish"])
    func isToldAndTheLiveRepositoryStays(_ example: Case, _ command: String) throws {
        let fixture = try live()
        try example.harm(fixture)
        let before = try fixture.folder.contents(of: "site")
        let result = try run(fixture, command)
        #expect(result.status == 2, "\(result.messages)")
        for message in example.messages {
            #expect(result.messages.contains(message), "\(result.messages)")
        }
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// Root reads everything: the test then becomes somebody else.
    @Test(.enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv)))
    func aFileThatCannotBeReadIsTold() throws {
        let fixture = try live()
        chmod(fixture.folder["bundles/2024/match.yaml"], 0)
        let before = try fixture.folder.contents(of: "site")
        let arguments = ["check", "--bundles", fixture.bundles]
        let program = Program.path(of: "bundle-publish")
        let result =
            geteuid() == 0
            ? try Program.run(
                Self.setpriv,
                ["--reuid=65534", "--regid=65534", "--clear-groups", program] + arguments)
            : try Program.run(program, arguments)
        #expect(result.status == 2, "\(result.messages)")
        #expect(result.messages.contains("2024/match.yaml: error: "))
        #expect(result.messages.lowercased().contains("permission denied"))
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// A disk of 400 kB, full but for a few: what was live is live, and nothing half is left.
    @Test(.enabled(if: canMount, "needs root, to mount a small disk"))
    func aFullDiskLeavesWhatIsLive() throws {
        let fixture = try live()
        try fixture.addSeason(2026)
        try fixture.folder.write("", to: "disk/.keep")
        let disk = fixture.folder["disk"]
        let publish =
            "'\(Program.path(of: "bundle-publish"))' publish --in '\(disk)/site' "
            + "--home '\(fixture.home.path)' --bundles '\(fixture.bundles)'"
        let result = try Program.run(
            "/usr/bin/unshare",
            [
                "-m", "/bin/bash", "-c",
                """
                mount -t tmpfs -o size=400k none '\(disk)' && cp -a '\(fixture.site)' '\(disk)/site'
                before=$(cd '\(disk)' && find site -type f | sort | xargs sha256sum)
                head -c 400k /dev/zero > '\(disk)/filler' 2>/dev/null
                \(publish); echo "status $?"
                after=$(cd '\(disk)' && find site -type f | sort | xargs sha256sum)
                [ "$before" = "$after" ] && echo unchanged
                rm '\(disk)/filler' && \(publish) >/dev/null && echo recovered
                """,
            ])
        #expect(result.output.contains("status 1\n"), "\(result.messages)")
        #expect(result.output.contains("unchanged\n"), "\(result.output)")
        #expect(result.output.contains("recovered\n"), "\(result.messages)")
        #expect(result.messages.lowercased().contains("no space left"))
        #expect(
            result.messages.contains(
                "→ make room on the disk: what was live is live still, and the same command goes on"
            ))
    }

    @Test(arguments: [
        (["plan", "--in", "ftp://x"], 1, "expected http://, https://, file://"),
        (["publish", "--in", "https://example.org/x"], 1, "expected a place to write to"),
        (["rollback", "2024", "--in", "NOWHERE"], 1, "expected a published repository"),
        (["log", "2024", "--in", "NOWHERE"], 1, "expected a published repository"),
        (["prune", "--keep-days", "3", "--in", "NOWHERE"], 1, "expected a published"),
        (["site", "--in", "NOWHERE"], 1, "expected a published repository"),
        (["prune", "--keep-days", "-1"], 64, "keep-days"),
        (["rollback", "24"], 64, "year"), (["recall", "2024", "xyz"], 64, "version"),
        (["waves", "2024", "50%:2h,10%:0h"], 64, "waves"),
        (["publish", "--in", "x", "--commit", "main"], 64, "40 or 64"),
    ])
    func aWrongPlaceOrWordIsTold(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let fixture = try live()
        let result = try Program.run(
            "bundle-publish",
            arguments.map { $0 == "NOWHERE" ? fixture.folder["nowhere"] : $0 } + [
                "--home", fixture.home.path,
            ]
                + (["plan", "publish"].contains(arguments[0])
                    ? ["--bundles", fixture.bundles] : []))
        #expect(result.status == status, "\(result.messages)")
        #expect(result.messages.contains(message), "\(result.messages)")
        #expect(result.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder["nowhere"]))
    }

    // MARK: - Helpers

    private static let setpriv = "/usr/bin/setpriv"

    /// Whether a disk of one's own can be mounted here.
    private static let canMount: Bool = {
        guard geteuid() == 0,
            let result = try? Program.run(
                "/usr/bin/unshare", ["-m", "/bin/mount", "-t", "tmpfs", "none", "/mnt"])
        else { return false }
        return result.status == 0
    }()

    /// Published a minute ago by the machine's clock, which programs have.
    private func live() throws -> SeasonFixture {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try fixture.publish(
            after: Int64(Date().timeIntervalSince1970) - 60 - SeasonFixture.start.unixSeconds)
        return fixture
    }

    private func run(_ fixture: SeasonFixture, _ command: String) throws -> Program.Result {
        try Program.run(
            "bundle-publish",
            [
                command, "--in", fixture.site, "--home", fixture.home.path, "--bundles",
                fixture.bundles,
            ])
    }

    /// A file with a hole: long, and nothing on the disk.
    private static func enlarge(_ path: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
    }
}
