import Foundation
import TestSupport
import Testing

/// `breakdown` as a person at a terminal runs it.
@Suite struct BreakdownProgramTests {
    private let match = Checkout.path("bundles/2024/samples/")

    private func sample(_ year: String) throws -> String {
        let folder = Checkout.path("bundles/\(year)/samples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return "\(folder)/\(try #require(names.first { $0.hasSuffix(".json") }))"
    }

    @Test(arguments: ["2018", "2024", "2026"])
    func showsEveryRowOfASamplesExpectedTable(_ year: String) throws {
        let path = try sample(year)
        let result = try Program.run("breakdown", [path, "--width", "80"])
        #expect(result.status == 0)
        let expected = try String(
            contentsOfFile: path.replacing(".json", with: ".txt"), encoding: .utf8)
        for row in expected.split(separator: "\n") where row.hasPrefix("= ") {
            let label = row.dropFirst(2).prefix(40).trimmingCharacters(in: .whitespaces)
            #expect(result.output.contains(label))
        }
        #expect(result.output.contains("│"))
    }

    @Test func readsAMatchAnArrayAndOneMatchALine() throws {
        let one = try String(contentsOfFile: sample("2024"), encoding: .utf8)
        let line = one.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined()
        let single = try Program.run("breakdown", [], input: one).output
        #expect(single.contains("Total Auto"))
        #expect(
            try Program.run("breakdown", ["-"], input: "[\(one),\(one)]").output
                .components(separatedBy: "Total Auto").count == 3)
        #expect(
            try Program.run("breakdown", [], input: "\(line)\n\(line)\n").output
                .components(separatedBy: "Total Auto").count == 3)
    }

    @Test func worksCopiedAloneToAnotherFolder() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: Program.path(of: "breakdown"), toPath: folder["breakdown"])
        let result = try Program.run(
            folder["breakdown"], [sample("2018")],
            environment: ["BUNDLE_AGENT_STATE": folder["nothing"]])
        #expect(result.status == 0)
        #expect(result.output.contains("Face The Boss") || result.output.contains("Vault"))
    }

    struct BadInput: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }
    }

    @Test(arguments: [
        BadInput("nothing", ""),
        BadInput("no JSON", "hello"),
        BadInput("a truncated match", #"{"key": "2024x_qm1", "score_breakdown": {"red""#),
        BadInput("a number", "7"),
        BadInput("a key of the wrong type", #"{"key": 7, "score_breakdown": {}}"#),
        BadInput("deep nesting", String(repeating: "[", count: 100_000)),
        BadInput("a duplicate key", #"{"key": "2024x_qm1", "key": "2024x_qm2"}"#),
        BadInput("a huge match", #"{"key": ""# + String(repeating: "x", count: 2 << 20) + #""}"#),
    ])
    func refusesWithASentence(_ input: BadInput) throws {
        let result = try Program.run("breakdown", [], input: input.text)
        #expect(result.status == 1, "\(result.messages)")
        #expect(result.messages.hasPrefix("breakdown: "))
        #expect(result.messages.count < 1_000)
    }

    @Test func survivesAClosedPipe() throws {
        let path = try sample("2026")
        let program = Program.path(of: "breakdown")
        let script =
            "for i in $(seq 200); do cat \(path); done 2>/dev/null | \(program) | head -n 1; "
            + "echo ${PIPESTATUS[1]}"
        let result = try Program.run("/bin/bash", ["-c", script])
        #expect(result.output.hasSuffix("\n0\n"), "\(result.output)\(result.messages)")
        #expect(result.messages.isEmpty)
    }

    @Test func saysHowItIsUsed() throws {
        for program in ["breakdown", "bundle-agent", "bundle-publish"] {
            let help = try Program.run(program, ["--help"])
            #expect(help.status == 0)
            #expect(help.output.contains("USAGE"))
            #expect(try Program.run(program, ["--no-such-flag"]).status == 64)
        }
    }
}
