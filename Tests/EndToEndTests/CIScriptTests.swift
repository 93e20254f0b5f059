import Foundation
import TestSupport
import Testing

/// `scripts/ci-publish`, which the workflows run, on a real history of commits behind a real server.
@Suite(.needs(programs: "nginx")) struct CIScriptTests {
    @Test func aHistoryIsCheckedPublishedAndRolledBack() throws {
        let project = try Project()
        let first = try project.ci("publish")
        #expect(first.status == 0, "\(first.messages)")
        #expect(first.output.contains("oldest supported root: updates"))

        // A season is added: first as a pull request, which writes nothing, then on the main branch.
        try project.add(season: "2018")
        let before = try project.folder.contents(of: "site")
        #expect(try project.ci("check").status == 0)
        #expect(try project.folder.read("work/plan.md").contains("| **2018** | added |"))
        #expect(try project.folder.contents(of: "site") == before)
        #expect(try project.ci("publish").output.contains("2018 added"))

        try project.edit("2024", "Auto Amp Note Count", "Amp Notes in Auto")
        #expect(try project.ci("publish").output.contains("2024 changed"))

        // A description is broken: refused, and GitHub shows where.
        let live = try project.folder.contents(of: "site")
        try project.edit("2018", "alliance.", "aliance.", updates: false)
        for command in ["check", "publish"] {
            let refused = try project.ci(command, ["GITHUB_ACTIONS": "true"])
            #expect(refused.status == 2)
            let annotations = refused.output.split(separator: "\n").filter {
                $0.hasPrefix("::error file=bundles/2018/match.yaml,line=")
            }
            #expect(!annotations.isEmpty, "\(refused.output)")
        }
        #expect(try project.folder.contents(of: "site") == live)
        try project.git("revert", "--no-edit", "HEAD")
        // The same contents: signed all the same, so that a late job of the broken commit is stopped.
        #expect(try project.ci("publish").output.contains("of another commit"))

        // Back to what 2024 said before.
        try project.git("revert", "--no-edit", "HEAD~2")
        let back = try project.ci("publish")
        #expect(back.status == 0 && back.output.contains("2024 changed"), "\(back.messages)")
        #expect(try project.ci("refresh").output.contains("nothing to renew"))
    }

    @Test func aPublishThatNobodyCanFetchFails() throws {
        let project = try Project()
        let result = try project.ci("publish", ["PUBLISH_URL": "http://127.0.0.1:1"])
        #expect(result.status == 1)
    }

    /// The log is read as GitHub's runner reads it: a command begins a line with `::`, or stands anywhere as `##[…]`.
    @Test func foreignTextIsNoCommandOfTheRunner() throws {
        let project = try Project()
        try project.edit("2024", "title: ", "title: '##[add-mask]a ::warning::b'  # ")
        try project.edit("2024", "Auto Leave", "'::error::c ##[group]d'")
        for command in ["check", "publish", "refresh"] {
            let result = try project.ci(command, ["GITHUB_ACTIONS": "true"])
            #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
            let obeyed = Self.obeyed(in: result.output)
            #expect(obeyed.allSatisfy { $0.hasPrefix("::notice ") }, "\(obeyed)")
            let hasStatus = obeyed.contains { $0.hasPrefix("::notice title=published") }
            #expect(hasStatus == (command == "refresh"))
            #expect(result.output.contains("##[add-mask]a") == (command == "check"))
        }
    }

    /// The lines that the runner obeys; it obeys none between a stop and its own mark.
    private static func obeyed(in log: String) -> [Substring] {
        var mark: String?
        var obeyed: [Substring] = []
        for line in log.split(separator: "\n") {
            if let stopped = mark {
                if line == "::\(stopped)::" { mark = nil }
            } else if let stop = line.wholeMatch(of: /::stop-commands::([0-9a-f]{32})/) {
                mark = String(stop.1)
            } else if line.contains("##[") || line.contains(/^\s*::/) {
                obeyed.append(line)
            }
        }
        return obeyed
    }

    @Test("every script and every step with foreign text stops the runner's commands first")
    func everyScriptGuardsItsLog() throws {
        let scripts = try FileManager.default.contentsOfDirectory(atPath: Checkout.path("scripts"))
            .filter { $0.hasPrefix("ci-") && $0 != "ci-log" }
        #expect(scripts.count > 3)
        for script in scripts {
            let text = try String(
                contentsOfFile: Checkout.path("scripts/\(script)"), encoding: .utf8)
            #expect(text.hasSuffix("\nguard_log\nmain \"$@\"\n"), "\(script)")
        }
        for file in ["action.yml", ".github/workflows/build.yml"] {
            let text = try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
            let steps = text.components(separatedBy: "- name: ")
            for step in steps where step.contains("swift build") {
                #expect(step.contains("ci-log"), "\(file)")
            }
        }
    }

    @Test func anotherWordIsWrongUsage() throws {
        let result = try Program.run(Checkout.path("scripts/ci-publish"), ["deploy"])
        #expect(result.status == 64 && result.messages.contains("usage: "))
    }
}

/// A repository of seasons with its publisher's home, and the server of what it publishes.
private struct Project {
    let folder: TemporaryDirectory
    let server: Nginx

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("plan.md\n", to: "work/.gitignore")
        try FileManager.default.createDirectory(
            atPath: folder["site"], withIntermediateDirectories: true)
        server = try Nginx(serving: folder["site"], recipe: Checkout.path("hosting/nginx.conf"))
        try git("init", "--quiet", "--initial-branch=main")
        try must(
            Program.run(
                "bundle-publish", ["init", "--no-passphrase", "--home", folder["work/publish"]]))
        try copy(season: "2024")
        try commit("Begin")
    }

    func add(season year: String) throws {
        try copy(season: year)
        try commit("Add \(year)")
    }

    func edit(_ year: String, _ old: String, _ new: String, updates: Bool = true) throws {
        let description = "work/bundles/\(year)/match.yaml"
        let text = try folder.read(description)
        guard text.contains(old) else { throw Unexpected("\(description) has no \"\(old)\"") }
        try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: description)
        if updates {
            try must(
                Program.run(
                    "bundle-publish",
                    ["check", year, "--update", "--bundles", folder["work/bundles"]]))
        }
        try commit("Change \(year)")
    }

    func ci(_ command: String, _ more: [String: String] = [:]) throws -> Program.Result {
        let script = Checkout.path("scripts/ci-publish")
        return try Program.run(
            "/bin/sh",
            [
                "-c", "cd '\(folder["work"])' && exec '\(script)' \(command)",
            ],
            environment: [
                "BUNDLE_PUBLISH": Program.path(of: "bundle-publish"),
                "PUBLISH_TO": folder["site"], "PUBLISH_URL": server.address,
            ].merging(more) { $1 })
    }

    @discardableResult
    func git(_ arguments: String...) throws -> Program.Result {
        let person = ["-c", "user.name=Author", "-c", "user.email=author@example.org"]
        return try must(Program.run("/usr/bin/git", ["-C", folder["work"]] + person + arguments))
    }

    private func commit(_ message: String) throws {
        try git("add", "--all")
        try git("commit", "--quiet", "--message", message)
    }

    private func copy(season year: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder["work/bundles"], withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Checkout.path("bundles/\(year)"), toPath: folder["work/bundles/\(year)"])
    }

    @discardableResult
    private func must(_ result: Program.Result) throws -> Program.Result {
        guard result.status == 0 else {
            throw Unexpected("status \(result.status): \(result.output)\(result.messages)")
        }
        return result
    }
}
