import Foundation
import TestSupport
import Testing

/// The workflows and the action, held against the schemas that GitHub's own are described by.
@Suite struct WorkflowFileTests {
    /// In the Python environment that `scripts/setup test` makes.
    private static let checker: String? = ProcessInfo.processInfo.environment["TUF_PYTHON"].map {
        "\(($0 as NSString).deletingLastPathComponent)/check-jsonschema"
    }
    private static var hasChecker: Bool {
        checker.map(FileManager.default.isExecutableFile(atPath:)) ?? false
    }

    private static let workflows = [
        "apps", "build", "build-release", "check", "decide", "drift", "publish", "refresh",
        "release",
    ]
    private static let files = workflows.map { ".github/workflows/\($0).yml" } + ["action.yml"]

    @Test(.enabled(if: hasChecker, "no check-jsonschema: scripts/setup test"), arguments: files)
    func isWhatGitHubReads(_ file: String) throws {
        let schema = file == "action.yml" ? "github-actions" : "github-workflows"
        let result = try Program.run(
            #require(Self.checker),
            ["--builtin-schema", "vendor.\(schema)", Checkout.path(file)])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
    }

    @Test(.enabled(if: hasChecker, "no check-jsonschema: scripts/setup test"))
    func thePrintedWorkflowIsWhatGitHubReads() throws {
        let blocks = try Self.text(of: "docs/CI.md").components(separatedBy: "```yaml\n")
        let printed = try #require(blocks.dropFirst().first).components(separatedBy: "```")[0]
        let folder = try TemporaryDirectory()
        let result = try Program.run(
            #require(Self.checker),
            ["--builtin-schema", "vendor.github-workflows", folder.write(printed, to: "a.yml")])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
    }

    @Test("no workflow is left out here") func allWorkflowsAreLookedAt() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.path(".github/workflows"))
        #expect(names.sorted() == Self.workflows.map { "\($0).yml" }.sorted())
    }

    @Test(
        "third-party actions are pinned by their full commit, and there is no container",
        arguments: files)
    func nothingCanMove(_ file: String) throws {
        for line in try Self.lines(of: file) {
            let words = line.trimmingCharacters(in: .whitespaces)
                .replacing(#/^-\s/#, with: "").split(separator: " ")
            #expect(words.first != "container:" && words.first != "services:", "\(file): \(line)")
            guard words.first == "uses:", words.count > 1 else { continue }
            let isOurs = words[1].hasPrefix("./")
            #expect(isOurs || words[1].contains(/^[\w.\-\/]+@[0-9a-f]{40}$/), "\(file): \(line)")
            // One, because GitHub lets nothing but an action upload an artifact.
            #expect(isOurs || words[1].hasPrefix("actions/upload-artifact@"), "\(file): \(line)")
        }
        for word in ["curl ", "wget ", "docker "] {
            #expect(try !Self.text(of: file).contains(word), "\(file): \(word)")
        }
    }

    @Test(
        "the job that holds keys builds nothing; it takes the program that another job built and tested"
    )
    func keysAndBuildsAreApart() throws {
        var holders: [String] = []
        var builders: [String] = []
        for name in Self.workflows {
            for (job, text) in try Self.jobs(of: ".github/workflows/\(name).yml") {
                let holdsKeys = text.contains("secrets.") || text.contains("environment:")
                let builds = [
                    "swift ", "xcodebuild ", "make ", "scripts/toolchain", "scripts/setup",
                    "build.yml",
                    "scripts/ci-release build", "build-release.yml",
                ]
                .contains { text.contains($0) }
                #expect(!holdsKeys || !builds, "\(name): \(job)")
                #expect(!text.contains("secrets: inherit"), "\(name): \(job)")
                if builds { builders.append("\(name) \(job)") }
                guard holdsKeys else { continue }
                holders.append("\(name) \(job)")
                if name == "release" {
                    Self.expectToSignWhatWasBuilt(text)
                    continue
                }
                #expect(text.contains("needs: program\n"))
                #expect(text.contains("SHA256: ${{ needs.program.outputs.sha256 }}"))
                #expect(text.contains("run: scripts/ci-program take \"$SHA256\""))
                #expect(text.contains("BUNDLE_PUBLISH: program/bundle-publish"))
            }
        }
        #expect(
            holders == [
                "check plan", "decide decide", "drift drift", "publish publish", "refresh refresh",
                "release sign",
            ])
        #expect(
            builders == [
                "apps apple", "apps android", "build program", "build-release program",
                "check program", "decide program", "drift program", "publish program",
                "refresh program",
                "release intel", "release arm",
            ])
    }

    /// The job that signs a release takes the files of both jobs that build, by their hashes.
    private static func expectToSignWhatWasBuilt(_ text: String) {
        #expect(text.contains("needs: [intel, arm]\n"))
        for (job, name, architecture) in [("intel", "INTEL", "X64"), ("arm", "ARM", "ARM64")] {
            #expect(text.contains("\(name): ${{ needs.\(job).outputs.sha256 }}"))
            #expect(text.contains("scripts/ci-release take \(architecture) \"$\(name)\" dist"))
        }
        #expect(text.contains("environment: release\n"))
        #expect(text.components(separatedBy: "secrets.").count == 2)
        #expect(text.contains("RELEASE_KEY: ${{ secrets.RELEASE_KEY }}"))
    }

    @Test("a job may do no more than it needs") func permissionsAreMinimal() throws {
        for name in Self.workflows {
            let text = try Self.text(of: ".github/workflows/\(name).yml")
            #expect(text.contains("\npermissions:\n  contents: read\n"), "\(name)")
            let writes = text.split(separator: "\n").filter { $0.hasSuffix(": write") }
            let wanted = [
                "check": ["pull-requests: write"], "drift": ["issues: write"],
                "release": ["contents: write"],
            ]
            #expect(writes.map { $0.trimmingCharacters(in: .whitespaces) } == wanted[name] ?? [])
        }
        let comment = try #require(
            try Self.jobs(of: ".github/workflows/check.yml").first { $0.name == "comment" })
        #expect(comment.text.contains("pull-requests: write"))
        #expect(!comment.text.contains("scripts/"))
    }

    /// The secret goes to jobs of the protected environment alone, and through nothing but `env` and
    /// the action's input.
    @Test func onlyPublishingJobsGetTheOnlineKey() throws {
        for name in Self.workflows {
            let text = try Self.text(of: ".github/workflows/\(name).yml")
            let publishes = ["decide", "publish", "refresh"].contains(name)
            #expect(text.contains("BUNDLE_PUBLISH_ONLINE_KEY") == publishes)
            #expect(text.contains("environment: publish") == publishes)
        }
        let action = try Self.text(of: "action.yml")
        let uses = action.split(separator: "\n").filter { $0.contains("inputs.online-key") }
        #expect(
            uses.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "HAS_KEY: ${{ inputs.online-key != '' }}",
                "BUNDLE_PUBLISH_ONLINE_KEY: ${{ inputs.online-key }}",
            ])
    }

    @Test("the action builds without keys, or runs what was built, never both")
    func actionBuildsOrRuns() throws {
        let steps = try Self.text(of: "action.yml").components(separatedBy: "\n    - ").dropFirst()
        for step in steps {
            let builds = step.contains("swift build") || step.contains("upload-artifact")
            #expect(step.contains("if: inputs.command \(builds ? "==" : "!=") 'build'"), "\(step)")
            #expect(!builds || !step.contains("BUNDLE_PUBLISH_ONLINE_KEY:"))
            // It refuses a key that a workflow gives to the whole job.
            let refuses = step.contains("$HAS_KEY$BUNDLE_PUBLISH_ONLINE_KEY$")
            #expect(refuses == step.contains("swift build"))
        }
        #expect(steps.count == 4)
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
    }

    private static func lines(of file: String) throws -> [Substring] {
        try text(of: file).split(separator: "\n")
    }

    /// The jobs of a workflow, by the two spaces that their names stand behind.
    private static func jobs(of file: String) throws -> [(name: String, text: String)] {
        var jobs: [(name: String, text: String)] = []
        for line in try lines(of: file).drop(while: { $0 != "jobs:" }).dropFirst() {
            if let name = line.wholeMatch(of: #/\s\s([a-z]+):/#) {
                jobs.append((String(name.1), ""))
            } else if !jobs.isEmpty {
                jobs[jobs.count - 1].text += line + "\n"
            }
        }
        return jobs
    }
}
