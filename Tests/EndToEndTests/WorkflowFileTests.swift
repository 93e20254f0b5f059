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

    @Test(
        .enabled(if: hasChecker, "no check-jsonschema: scripts/setup test"),
        arguments: [
            ("github-workflows", ".github/workflows/check.yml"),
            ("github-workflows", ".github/workflows/publish.yml"),
            ("github-workflows", ".github/workflows/refresh.yml"),
            ("github-actions", "action.yml"),
        ])
    func isWhatGitHubReads(_ schema: String, _ file: String) throws {
        let result = try Program.run(
            #require(Self.checker),
            ["--builtin-schema", "vendor.\(schema)", Checkout.path(file)])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
    }

    /// The secret goes to jobs of the protected environment alone, and through nothing but `env` and
    /// the action's input.
    @Test func onlyPublishingJobsGetTheOnlineKey() throws {
        for name in ["check", "publish", "refresh"] {
            let text = try String(
                contentsOfFile: Checkout.path(".github/workflows/\(name).yml"), encoding: .utf8)
            #expect(text.contains("BUNDLE_PUBLISH_ONLINE_KEY") == (name != "check"))
            #expect(text.contains("environment: publish") == (name != "check"))
            #expect(text.contains("uses: ./"))
        }
        let action = try String(contentsOfFile: Checkout.path("action.yml"), encoding: .utf8)
        #expect(action.split(separator: "\n").count { $0.contains("inputs.online-key") } == 1)
        #expect(action.contains("scripts/ci-publish"))
    }
}
