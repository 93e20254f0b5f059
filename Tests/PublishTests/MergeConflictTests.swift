import Foundation
import TestSupport
import Testing

@testable import BundlePublisher

/// Git's marks of a merge conflict, in every file that is read: named as that, and solved as the message says.
@Suite struct MergeConflictTests {
    /// A file, and a command that reads it.
    struct Case: CustomTestStringConvertible {
        let file: String
        let command: String
        /// Where git is told to show the common ancestor, too.
        var style = "merge"
        var testDescription: String { "\(file), \(style)" }
    }

    static let cases = [
        Case(file: "bundles/2024/match.yaml", command: "publish"),
        Case(file: "bundles/2024/samples/qm1.json", command: "publish"),
        Case(file: "bundles/2024/samples/qm1.json", command: "publish", style: "diff3"),
        Case(file: "bundles/2024/samples/qm1.txt", command: "publish"),
        Case(file: "publish/configuration.yaml", command: "publish"),
        Case(file: "publish/decisions.txt", command: "publish"),
        Case(file: "publish/metadata/1.root.json", command: "status"),
        Case(file: "publish/pending/3.root.json", command: "keys list"),
    ]

    @Test(arguments: cases) func isNamedAndSolved(_ conflict: Case) throws {
        let team = try Team()
        let desk = team.main
        try desk.succeed("log", "--save")
        try desk.succeed("keys", "threshold", "2")
        let keys = try #require(team.folder.contents(of: "data").keys.first)
        try desk.succeed("keys", "renew-root", "--root-key", team.folder["data/\(keys)"])
        try desk.commit()
        let command = conflict.command.split(separator: " ").map(String.init)
        let original = try team.folder.read("main/\(conflict.file)")
        // Both sides add the file, each with a first line of its own.
        try desk.git("rm", "-q", conflict.file)
        try desk.commit()
        try desk.git("checkout", "-q", "-b", "side")
        try desk.write(" \n" + original, to: conflict.file)
        try desk.commit()
        try desk.git("checkout", "-q", "main")
        try desk.write("\n" + original, to: conflict.file)
        try desk.commit()
        #expect(throws: SetUpError.self) {
            try desk.git("-c", "merge.conflictStyle=\(conflict.style)", "merge", "-q", "side")
        }
        try desk.commit()
        let told = try desk.run(command)
        #expect(told.status == 2, "\(told.text)")
        #expect(told.text.contains("\(conflict.file):1:1: error: "), "\(told.text)")
        #expect(told.text.contains("expected a file without a merge conflict"), "\(told.text)")
        // One side is taken.
        try desk.write(original, to: conflict.file)
        try desk.commit()
        let solved = try desk.run(command)
        #expect(solved.status == 0, "\(solved.text)")
    }

    @Test func checkUpdateSolvesTheConflictOfATable() throws {
        let team = try Team()
        let table = "main/bundles/2024/samples/qm1.txt"
        let original = try team.folder.read(table)
        try team.folder.write("<<<<<<< HEAD\n\(original)=======\n>>>>>>> side\n", to: table)
        try team.main.end(2, "check", "--bundles", "\(team.main.path)/bundles")
        try team.main.succeed("check", "--update", "--bundles", "\(team.main.path)/bundles")
        #expect(try team.folder.read(table) == original)
    }

    @Test(
        "lines that only look like marks are none", arguments: ["<<<<<<", "<<<<<<<a", " ======="])
    func otherLines(_ line: String) throws {
        let team = try Team()
        try team.main.succeed("log", "--save")
        let list = try team.folder.read("main/publish/decisions.txt")
        try team.main.write("\(list)# a\n\(line)\n", to: "publish/decisions.txt")
        let text = try team.main.end(2, "publish")
        #expect(text.contains("expected TIME") && !text.contains("merge conflict"), "\(text)")
    }
}
