import Foundation
import JSON
import SeasonAuthoring
import TestSupport

/// Runs a workflow as GitHub does, as far as shells and git go.
///
/// Each job has a fresh folder. `run:` steps are run as they are written. This project's action is run from its own file.
/// The actions that check out and cache are done with git and copies. A job that calls another workflow counts as done.
final class WorkflowRunner {
    let folder: TemporaryDirectory
    let workflow: JSON
    /// What expressions read: `secrets.KEY`, `vars.PUBLISH_TO`, `needs.program.outputs.sha256`.
    var values: [String: String]
    /// The repository that is checked out.
    private let origin: String
    private var runsCount = 0

    /// What one job left.
    struct Job {
        let name: String
        var status: Int32 = 0
        var log = ""
        /// The folder that it worked in.
        let workspace: String
    }

    init(_ workflow: JSON, origin: String, in folder: TemporaryDirectory, values: [String: String])
    {
        (self.workflow, self.origin, self.folder, self.values) = (workflow, origin, folder, values)
    }

    /// Reads a workflow or an action; its keys are those that GitHub reads, as YAML 1.2 has them.
    static func read(_ text: String) throws -> JSON {
        try YAMLDocument(text, limits: YAMLLimits(depthMax: 32, nodesMax: 2_000)).json
    }

    /// Runs the jobs of an event whose condition holds.
    func run(
        _ event: String, _ inputs: [String: String] = [:], commit: String
    ) throws -> [Job] {
        try requireAccepted(event, inputs)
        runsCount += 1
        var values = values
        values["github.event_name"] = event
        values["github.sha"] = commit
        values["github.run_id"] = "\(runsCount)"
        for (name, input) in workflow["on"]?["workflow_dispatch"]?["inputs"]?.members ?? [] {
            values["inputs.\(name)"] = event == "workflow_dispatch" ? input["default"]?.scalar : nil
        }
        for (name, text) in inputs { values["inputs.\(name)"] = text }
        return try (workflow["jobs"]?.members ?? []).compactMap { name, job in
            let condition = Expression(values)
            guard job["uses"] == nil, try condition.holds(job["if"]?.scalar) else { return nil }
            return try run(job, name, values)
        }
    }

    /// GitHub starts no workflow by an event that it does not name, and takes no other inputs.
    private func requireAccepted(_ event: String, _ inputs: [String: String]) throws {
        guard let on = workflow["on"], let accepted = on[event] else {
            throw Unexpected("on: has no \(event)")
        }
        for (name, text) in inputs {
            let options = accepted["inputs"]?[name]?["options"]?.arrayValue?.compactMap(\.scalar)
            guard accepted["inputs"]?[name] != nil, options?.contains(text) ?? true else {
                throw Unexpected("\(event) takes no \(name): \(text)")
            }
        }
    }

    private func run(_ job: JSON, _ name: String, _ values: [String: String]) throws -> Job {
        var done = Job(name: name, workspace: folder["run-\(runsCount)-\(name)"])
        try FileManager.default.createDirectory(
            atPath: done.workspace, withIntermediateDirectories: true)
        var cached: [(path: String, key: String)] = []
        for step in job["steps"]?.arrayValue ?? [] {
            let action = step["uses"]?.scalar.split(separator: "@").first.map(String.init)
            let with = try (step["with"]?.members ?? []).map {
                ($0.key, try Expression(values).filled($0.value.scalar))
            }
            switch action {
            case nil: try run([step], values, &done)
            case "actions/checkout": try checkOut(Dictionary(with) { $1 }, values, &done)
            case "actions/cache": cached.append(try restore(Dictionary(with) { $1 }, done))
            case "OWNER/match-bundles":
                let action = try Self.read(
                    String(contentsOfFile: Checkout.path("action.yml"), encoding: .utf8))
                // An action reads its own inputs alone.
                var inner = values.filter { !$0.key.hasPrefix("inputs.") }
                for (name, input) in action["inputs"]?.members ?? [] {
                    inner["inputs.\(name)"] = input["default"]?.scalar
                }
                for (name, text) in with {
                    guard action["inputs"]?[name] != nil else {
                        throw Unexpected("action.yml has no input \(name)")
                    }
                    inner["inputs.\(name)"] = text
                }
                inner["github.action_path"] = Checkout.root
                let environment = try environment(step, values)
                try run(
                    action["runs"]?["steps"]?.arrayValue ?? [], inner, &done, environment)
            case let other?: throw Unexpected("\(other) is not known here")
            }
            guard done.status == 0 else { return done }
        }
        for (path, key) in cached {
            try? FileManager.default.removeItem(atPath: folder["caches/\(key)"])
            try FileManager.default.createDirectory(
                atPath: folder["caches"], withIntermediateDirectories: true)
            try? FileManager.default.copyItem(
                atPath: "\(done.workspace)/\(path)", toPath: folder["caches/\(key)"])
        }
        return done
    }

    // MARK: - Steps

    private func environment(_ step: JSON, _ values: [String: String]) throws -> [String: String] {
        var environment: [String: String] = [:]
        for (name, text) in step["env"]?.members ?? [] {
            environment[name] = try Expression(values).filled(text.scalar)
        }
        return environment
    }

    /// Runs shell steps whose condition holds, until one fails.
    private func run(
        _ steps: [JSON], _ values: [String: String], _ job: inout Job,
        _ outer: [String: String] = [:]
    ) throws {
        for step in steps where try Expression(values).holds(step["if"]?.scalar) {
            guard let script = step["run"]?.scalar else {
                throw Unexpected("expected run: in \(step["uses"]?.scalar ?? "a step")")
            }
            let isNamed = step["shell"]?.scalar == "bash"
            var environment = outer.merging(try environment(step, values)) { $1 }
            environment.merge([
                "GITHUB_ACTIONS": "true", "GITHUB_SHA": values["github.sha"] ?? "",
                "GITHUB_SERVER_URL": values["github.server_url"] ?? "",
                "GITHUB_REPOSITORY": values["github.repository"] ?? "",
                "GITHUB_RUN_ID": values["github.run_id"] ?? "",
                "GITHUB_OUTPUT": folder["output"], "GITHUB_STEP_SUMMARY": folder["summary"],
                "PATH": "\(folder["bin"]):\(Program.searchPath)", "HOME": folder.path,
                "RELEASE_KEYS": folder["key.asc"],
            ]) { $1 }
            let words = (isNamed ? ["-eo", "pipefail"] : ["-e"]) + ["-c", script]
            let result = try Program.run(
                "/bin/sh", ["-c", "cd '\(job.workspace)' && exec /bin/bash \"$@\"", "sh"] + words,
                environment: environment)
            job.log += result.output + result.messages
            job.status = result.status
            guard job.status == 0 else { return }
        }
    }

    /// What `actions/checkout` does: one commit, with as much history as `fetch-depth` says.
    private func checkOut(
        _ with: [String: String], _ values: [String: String], _ job: inout Job
    ) throws {
        let depth = with["fetch-depth"] ?? "1"
        let script = """
            git init -q .
            git fetch -q \(depth == "0" ? "" : "--depth \(depth)") 'file://\(origin)' '\(values["github.sha"] ?? "")'
            git checkout -q --detach FETCH_HEAD
            """
        try run([["run": .string(script)]], values, &job)
    }

    /// Restores the newest cache whose key begins as `restore-keys` says; the result is what is kept after the job.
    private func restore(
        _ with: [String: String], _ job: Job
    ) throws -> (path: String, key: String) {
        let (path, key) = (with["path"] ?? "", with["key"] ?? "")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder["caches"])
        let found = (names ?? []).filter { $0.hasPrefix(with["restore-keys"] ?? key) }
            .max { $0.localizedStandardCompare($1) == .orderedAscending }
        if let found {
            let target = "\(job.workspace)/\(path)"
            try FileManager.default.createDirectory(
                atPath: (target as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder["caches/\(found)"], toPath: target)
        }
        return (path, key)
    }
}

/// The expressions of workflows that are used here: names, texts, `==`, `!=`, `&&`, `||` and brackets.
private struct Expression {
    private let values: [String: String]
    private var tokens: ArraySlice<Substring> = []

    init(_ values: [String: String]) { self.values = values }

    /// A condition; true if there is none.
    func holds(_ text: String?) throws -> Bool {
        try text.map { Self.isTrue(try value($0)) } ?? true
    }

    /// A text with the values of its expressions.
    func filled(_ text: String) throws -> String {
        var filled = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: /\$\{\{(.*?)\}\}/) {
            filled += rest[..<match.range.lowerBound] + (try value(String(match.1)))
            rest = rest[match.range.upperBound...]
        }
        return filled + rest
    }

    private func value(_ text: String) throws -> String {
        var expression = self
        expression.tokens =
            text.matches(of: /'[^']*'|[\w.\-]+|==|!=|&&|\|\||[()]/).map(\.output)[...]
        let value = expression.alternative()
        guard expression.tokens.isEmpty else { throw Unexpected("expression \(text)") }
        return value
    }

    private static func isTrue(_ value: String) -> Bool { !["", "false"].contains(value) }

    /// Whether the next token is this one, which is then taken.
    private mutating func takes(_ token: Substring) -> Bool {
        guard tokens.first == token else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func alternative() -> String {
        var value = conjunction()
        while takes("||") {
            let other = conjunction()
            if !Self.isTrue(value) { value = other }
        }
        return value
    }

    private mutating func conjunction() -> String {
        var value = comparison()
        while takes("&&") {
            let other = comparison()
            if Self.isTrue(value) { value = other }
        }
        return value
    }

    private mutating func comparison() -> String {
        let value = operand()
        if takes("==") { return "\(value == operand())" }
        if takes("!=") { return "\(value != operand())" }
        return value
    }

    private mutating func operand() -> String {
        guard let token = tokens.popFirst() else { return "" }
        if token == "(" {
            let value = alternative()
            _ = takes(")")
            return value
        }
        return token.hasPrefix("'")
            ? String(token.dropFirst().dropLast()) : values[String(token)] ?? ""
    }
}

extension JSON {
    var members: [(key: String, value: JSON)] {
        (objectValue?.members ?? []).map { ($0.key, $0.value) }
    }

    /// A scalar as a workflow has it.
    var scalar: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        default: ""
        }
    }
}
