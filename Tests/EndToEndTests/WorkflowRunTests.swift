import Foundation
import JSON
import TestSupport
import Testing

/// Workflows that are run as they are written, in real repositories: the one that docs/CI.md prints, and our own.
@Suite(.needs(programs: "curl", "gpg")) struct WorkflowRunTests {
    private let forge: Forge

    init() throws { forge = try Forge() }

    @Test("the printed workflow is whole: its name, its events, its jobs")
    func printedWorkflowIsWhole() throws {
        let workflow = try forge.printed().workflow
        #expect(workflow["name"]?.scalar == "seasons")
        let events = workflow["on"]?.members.map(\.key)
        #expect(events == ["pull_request", "push", "schedule", "workflow_dispatch"])
        #expect(workflow["jobs"]?.members.map(\.key) == ["check", "seasons"])
        // The second block shows only what differs if the program is built from source.
        let fragment = try forge.block(2)
        #expect(fragment["jobs"]?.members.map(\.key) == ["program", "publish"])
        let action = try forge.action()
        let used = fragment["jobs"]?["program"]?["steps"]?.arrayValue?.first
        #expect(used?["with"]?.members.allSatisfy { action["inputs"]?[$0.key] != nil } == true)
    }

    @Test("the printed workflow checks, publishes, decides and refreshes")
    func printedWorkflowRuns() throws {
        let runner = try forge.printed()
        let first = try forge.head()
        try forge.expect(0, ["seasons"], "2024 added", runner.run("push", commit: first))

        // A pull request writes nothing and needs no secret.
        let second = try forge.commit("Two")
        let before = try forge.folder.contents(of: "site")
        let secrets = runner.values
        runner.values = secrets.filter { !$0.key.hasPrefix("secrets.") }
        let checked = try runner.run("pull_request", commit: second)
        try forge.expect(0, ["check"], "| **2024** | changed |", checked)
        #expect(try forge.folder.contents(of: "site") == before)
        runner.values = secrets
        try forge.folder.copy("site", to: "older")
        try forge.expect(0, ["seasons"], "2024 changed", runner.run("push", commit: second))

        // The decision of a person holds in the next runs.
        let form = ["command": "rollback", "year": "2024", "why": "wrong totals"]
        let decided = try runner.run("workflow_dispatch", form, commit: second)
        try forge.expect(0, ["seasons"], "decided: 2024 rollback", decided)
        for _ in 1...2 {
            let again = try runner.run("push", commit: second)
            try forge.expect(0, ["seasons"], "is rolled back", again)
        }
        #expect(try forge.log().contains("wrong totals"))
        let refreshed = try runner.run("schedule", commit: second)
        try forge.expect(0, ["seasons"], "nothing to renew", refreshed)

        // The cache remembers what an older copy on the server lacks.
        try forge.folder.remove("site")
        try forge.folder.copy("older", to: "site")
        let restored = try runner.run("push", commit: second)
        try forge.expect(0, ["seasons"], "older one", restored)
        #expect(try forge.log().contains("wrong totals"))
        let back = ["command": "again", "year": "2024"]
        try forge.expect(
            0, ["seasons"], "2024 changed", runner.run("workflow_dispatch", back, commit: second))

        // After a force push the log names what the form goes over.
        try forge.git("reset", "-q", "--hard", first)
        let third = try forge.commit("Three")
        let held = try runner.run("push", commit: third)
        try forge.expect(4, ["seasons"], "2024 stays", held)
        let over = held[0].log.firstMatch(of: /--over ([0-9a-f]{12})/)?.1
        let content = ["command": "publish", "content": String(try #require(over))]
        try forge.expect(
            0, ["seasons"], "2024 changed", runner.run("workflow_dispatch", content, commit: third))
    }

    @Test("a decision from a phone")
    func decisionFromAPhone() throws {
        _ = try forge.own("publish").run("push", commit: forge.head())
        let one = try #require(try forge.shown())
        let second = try forge.commit("Two")
        let published = try forge.own("publish").run("push", commit: second)
        try forge.expect(0, ["publish"], "2024 changed", published)
        let two = try #require(try forge.shown())
        let workflow = try forge.own("decide")
        // What a person types is text, whatever it looks like to a shell.
        let why = "it's \"wrong\"; $(touch pwned) `touch pwned` --to embedded"
        func decide(_ command: String, _ version: String = "", ends status: Int32 = 0) throws {
            let form = ["command": command, "year": "2024", "version": version, "why": why]
            let jobs = try workflow.run("workflow_dispatch", form, commit: second)
            try forge.expect(status, ["decide"], "", jobs)
            #expect(
                !FileManager.default.fileExists(atPath: "\(jobs[0].workspace)/pwned"), "\(command)")
        }
        try decide("rollback")
        #expect(try forge.shown() == one)
        try decide("again")
        #expect(try forge.shown() == two)
        try decide("rollback", String(one.prefix(12)))
        try decide("recall", ends: 1)
        try decide("recall", String(one.prefix(12)))
        #expect(try forge.shown() == nil)
        try decide("lift", String(one.prefix(12)))
        #expect(try forge.shown() == one)
        try decide("stop")
        #expect(try forge.log().contains("stop \(one.prefix(12))"))
        try decide("everyone")
        #expect(try forge.log().contains(why))
        #expect(throws: Unexpected.self) { try decide("publish") }
        let refreshed = try forge.own("refresh").run("schedule", commit: second)
        try forge.expect(0, ["refresh"], "nothing to renew", refreshed)
    }
}

/// A repository of seasons on a forge, its secrets and variables, and a release of this project.
private struct Forge {
    let folder: TemporaryDirectory
    private var origin: String { folder["github/OWNER/seasons"] }

    init() throws {
        folder = try TemporaryDirectory()
        let version = try #require(
            String(
                contentsOfFile: Checkout.path("Sources/BundleFormat/ProgramVersion.swift"),
                encoding: .utf8
            ).firstMatch(of: /programVersion = "(.*)"/)?.1)
        // The released program, and the artifact of a run, start the one that was built for these tests.
        try folder.write(
            "#!/bin/sh\nexec '\(Program.path(of: "bundle-publish"))' \"$@\"\n",
            to: "tree/x/bin/bundle-publish")
        try folder.write(
            "#!/bin/sh\nshift $(($# - 1))\ncp '\(folder["tree/x/bin"])'/* \"$1\"\n", to: "bin/gh")
        let releases = "github/OWNER/match-bundles/releases/download/v\(version)"
        try shell(
            """
            chmod +x bin/gh tree/x/bin/bundle-publish
            mkdir -m 700 gpg && mkdir -p '\(releases)' '\(origin)'
            gpg() { /usr/bin/gpg --homedir "$PWD/gpg" --batch --quiet --yes "$@"; }
            trap 'gpgconf --homedir gpg --kill gpg-agent' EXIT
            gpg --quick-generate-key --passphrase '' project@example.org ed25519 sign never
            gpg --armor --export >key.asc
            tar -czf "\(releases)/bundle-publish-\(version)-linux-$(dpkg --print-architecture).tar.gz" -C tree x
            cd '\(releases)' && sha256sum * >SHA256SUMS
            gpg() { /usr/bin/gpg --homedir '\(folder["gpg"])' --batch --quiet --yes "$@"; }
            gpg --armor --detach-sign SHA256SUMS
            cd '\(folder.path)' && cp -r '\(Checkout.path("scripts"))' '\(origin)/scripts'
            """)
        try git("init", "-q", "-b", "main")
        let made = try Program.run(
            "bundle-publish",
            ["init", "--no-passphrase", "--in", folder["site"], "--home", "\(origin)/publish"],
            environment: ["XDG_DATA_HOME": folder["data"]])
        try #require(made.status == 0, "\(made.messages)")
        _ = try commit("One")
    }

    // MARK: Workflows

    /// The workflow of docs/CI.md, in which a reader has replaced what is theirs.
    func printed() throws -> WorkflowRunner { runner(try block(1)) }

    /// A workflow of this repository.
    func own(_ name: String) throws -> WorkflowRunner {
        let path = Checkout.path(".github/workflows/\(name).yml")
        return runner(try WorkflowRunner.read(String(contentsOfFile: path, encoding: .utf8)))
    }

    func action() throws -> JSON {
        try WorkflowRunner.read(
            String(contentsOfFile: Checkout.path("action.yml"), encoding: .utf8))
    }

    func block(_ number: Int) throws -> JSON {
        let document = try String(contentsOfFile: Checkout.path("docs/CI.md"), encoding: .utf8)
        let blocks = document.components(separatedBy: "```yaml\n")
        try #require(blocks.count > number)
        let text = blocks[number].components(separatedBy: "```")[0]
            .replacing("s3://frc-bundles", with: folder["site"])
            .replacing("https://bundles.example.org", with: folder["site"])
        return try WorkflowRunner.read(text)
    }

    private func runner(_ workflow: JSON) -> WorkflowRunner {
        let key = try? folder.read("github/OWNER/seasons/publish/keys/online.key")
        let program = try? Program.run("/usr/bin/sha256sum", [folder["tree/x/bin/bundle-publish"]])
        return WorkflowRunner(
            workflow, origin: origin, in: folder,
            values: [
                "github.server_url": "file://\(folder["github"])",
                "github.repository": "OWNER/seasons", "github.token": "token",
                "github.action_repository": "OWNER/match-bundles",
                "secrets.BUNDLE_PUBLISH_ONLINE_KEY": key ?? "",
                "vars.PUBLISH_TO": folder["site"], "vars.PUBLISH_URL": folder["site"],
                "needs.program.outputs.sha256": String(program?.output.prefix(64) ?? ""),
            ])
    }

    /// Expects that these jobs were run, how the last of them ended, and a part of what it said.
    func expect(
        _ status: Int32, _ names: [String], _ part: String, _ jobs: [WorkflowRunner.Job],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(jobs.map(\.name) == names, sourceLocation: sourceLocation)
        let job = try #require(jobs.last, sourceLocation: sourceLocation)
        #expect(job.status == status, "\(job.log)", sourceLocation: sourceLocation)
        #expect(
            part.isEmpty || job.log.contains(part), "\(job.log)", sourceLocation: sourceLocation)
    }

    // MARK: What is published

    func log() throws -> String { try program("log").output }

    /// The version of season 2024 that machines show; nil if it is withdrawn.
    func shown() throws -> String? {
        let status = try JSON.parse(Array(program("status", "--json").output.utf8))
        return status["seasons"]?.arrayValue?.first?["version"]?.scalar
    }

    private func program(_ words: String...) throws -> Program.Result {
        let result = try Program.run(
            "bundle-publish", words + ["--home", "\(origin)/publish", "--in", folder["site"]])
        try #require(result.status == 0, "\(result.messages)")
        return result
    }

    // MARK: Commits

    /// Commits the season with a title; the result is the commit.
    func commit(_ title: String) throws -> String {
        let season = "github/OWNER/seasons/bundles/2024"
        try folder.write(
            "format: 1\ntitle: \(title)\napplies: has(red.autoPoints)\ntables:\n"
                + "  - rows:\n      - label: Auto\n        field: autoPoints\n",
            to: "\(season)/match.yaml")
        try folder.write(
            """
            {"key": "2024abc_qm1", "event_key": "2024abc", "comp_level": "qm",
             "set_number": 1, "match_number": 1, "winning_alliance": "red",
             "alliances": {
               "red": {"score": 10, "team_keys": ["frc1", "frc2", "frc3"]},
               "blue": {"score": 5, "team_keys": ["frc4", "frc5", "frc6"]}},
             "score_breakdown": {"red": {"autoPoints": 10}, "blue": {"autoPoints": 5}}}
            """, to: "\(season)/samples/qm1.json")
        let update = ["check", "--update", "--bundles", "\(origin)/bundles"]
        let updated = try Program.run("bundle-publish", update)
        try #require(updated.status == 0, "\(updated.messages)")
        try git("add", "--all")
        try git("commit", "-q", "-m", title)
        return try head()
    }

    func head() throws -> String {
        try git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @discardableResult
    func git(_ words: String...) throws -> String {
        let person = ["-c", "user.name=Author", "-c", "user.email=author@example.org"]
        let result = try Program.run("/usr/bin/git", ["-C", origin] + person + words)
        try #require(result.status == 0, "\(words): \(result.messages)")
        return result.output
    }

    private func shell(_ script: String) throws {
        let result = try Program.run("/bin/bash", ["-c", "set -e; cd '\(folder.path)'; \(script)"])
        try #require(result.status == 0, "\(result.messages)")
    }
}
