import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// git and the checkout are not trusted: what travels with the data runs nothing, and a person's settings play no part.
@Suite struct GitReadingTests {
    private let team: Team
    /// A program that leaves a mark if anything runs it.
    private var trap: String { team.folder["trap"] }
    private var mark: String { team.folder["mark"] }

    init() throws {
        // Programs run by the machine's clock.
        team = try Team(at: machineTime.unixSeconds - 1_000)
        try team.folder.write("#!/bin/sh\nenv > \(mark)\nexit 1\n", to: "trap")
        #expect(chmod(trap, 0o755) == 0)
    }

    private func expectPublished(
        _ title: String, _ environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let main = team.main.path
        let result = try Program.run(
            "bundle-publish",
            ["publish", "--home", "\(main)/publish", "--bundles", "\(main)/bundles"],
            environment: environment)
        #expect(result.status == 0, "\(result.messages)", sourceLocation: sourceLocation)
        team.now = machineTime.unixSeconds + 60
        #expect(try team.shows() == title, sourceLocation: sourceLocation)
        #expect(!FileManager.default.fileExists(atPath: mark), sourceLocation: sourceLocation)
    }

    private func editAndCommit(_ title: String) throws {
        try team.main.edit(title)
        try team.main.commit()
    }

    @Test("a repository inside the data with a monitor: it is none, and nothing runs")
    func bareRepositoryInTheData() throws {
        try editAndCommit("Two")
        let inside = "\(team.main.path)/bundles"
        try team.main.git("init", "-q", "--bare", "\(team.folder.path)/bare")
        for name in try Files.names(in: team.folder["bare"]) where name != "hooks" {
            try FileManager.default.copyItem(
                atPath: "\(team.folder["bare"])/\(name)", toPath: "\(inside)/\(name)")
        }
        try team.folder.write(
            "[core]\nrepositoryformatversion = 0\nbare = true\nfsmonitor = \(trap)\n",
            to: "main/bundles/config")
        try team.main.commit()
        let found = try #require(try GitRepository.find(inside))
        #expect(found.root == Paths.real(team.main.path))
        // The files are no seasons, so publish names them, and runs nothing.
        #expect(try team.main.end(2, "publish").contains("expected a folder named after a year"))
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("hooks, monitors, filters and signature programs of the checkout do not run")
    func helpersOfTheCheckout() throws {
        try editAndCommit("Two")
        for name in [
            "core.fsmonitor", "core.pager", "gpg.program", "core.sshCommand", "diff.external",
        ] {
            try team.main.git("config", name, trap)
        }
        for (name, value) in [
            ("log.showSignature", "true"), ("filter.trap.smudge", trap),
            ("filter.trap.clean", trap),
        ] {
            try team.main.git("config", name, value)
        }
        try team.main.write("* filter=trap\n", to: ".git/info/attributes")
        for hook in ["post-index-change", "reference-transaction", "pre-commit"] {
            let path = "\(team.main.path)/.git/hooks/\(hook)"
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: trap, toPath: path)
        }
        try expectPublished("Two")
    }

    @Test("variables of git, grafts and replaced objects play no part")
    func variablesGraftsAndReplacements() throws {
        try editAndCommit("Two")
        let (head, first) = (try team.main.head(), try team.main.head("HEAD~1"))
        // Grafted, the commit would have no parent; replaced, it would be the first one.
        try team.main.write("\(head)\n", to: ".git/info/grafts")
        try team.main.git("replace", head, first)
        try expectPublished(
            "Two",
            [
                "GIT_TRACE": "1", "GIT_DIR": team.folder["nowhere"], "GIT_WORK_TREE": "/",
                "GIT_INDEX_FILE": team.folder["nowhere"],
                "GIT_OBJECT_DIRECTORY": team.folder["nowhere"],
                "GIT_EXTERNAL_DIFF": trap, "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": trap,
            ])
    }

    @Test("a checkout of another owner is read as it is named")
    func anotherOwner() throws {
        guard geteuid() == 0 else { return }
        try editAndCommit("Two")
        #expect(chown("\(team.main.path)/.git", SeasonFixture.nobody, SeasonFixture.nobody) == 0)
        #expect(chown(team.main.path, SeasonFixture.nobody, SeasonFixture.nobody) == 0)
        try expectPublished("Two")
    }

    @Test("a linked worktree is a checkout")
    func linkedWorktree() throws {
        try team.main.git("worktree", "add", "-q", "-b", "side", team.folder["side"])
        let side = Desk(team: team, path: team.folder["side"], key: try team.onlineKey())
        try side.publish("Side")
        #expect(try team.shows() == "Side")
        #expect(try team.repository()?.record.given[Team.year]?.commit == side.head())
    }

    @Test("a hook publishes: git's variables of the hook play no part")
    func publishFromAHook() throws {
        try team.main.edit("Two")
        let program = Program.path(of: "bundle-publish")
        let main = team.main.path
        try team.main.write(
            "#!/bin/sh\nexec \(program) publish --home \(main)/publish --bundles \(main)/bundles\n",
            to: ".git/hooks/post-commit")
        #expect(chmod("\(main)/.git/hooks/post-commit", 0o755) == 0)
        try team.main.commit()
        team.now = machineTime.unixSeconds + 60
        #expect(try team.shows() == "Two")
    }

    @Test(
        "a git that hangs, is missing or answers nothing: 1, and the message names the way out",
        arguments: [
            ("#!/bin/sh\nsleep 600 & wait\n", "no answer"),
            ("#!/bin/sh\nexit 0\n", "expected a commit"),
            ("#!/bin/sh\necho 'fatal: odd' >&2; exit 128\n", "fatal: odd"),
            ("", "cannot start git"),
        ])
    func aGitThatDoesNotAnswer(_ script: String, _ says: String) throws {
        let program = team.folder["git"]
        if !script.isEmpty {
            try team.folder.write(script, to: "git")
            #expect(chmod(program, 0o755) == 0)
        }
        let told = trouble {
            _ = try GitRepository.find(
                "\(team.main.path)/bundles", program: program, timeLimit: .milliseconds(300))
        }
        #expect(told?.message.contains(says) == true, "\(told?.message ?? "")")
        #expect(told?.exitStatus == 1)
        #expect(told?.remedy?.contains("--uncommitted") == true)
    }
}
