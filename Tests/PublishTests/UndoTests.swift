import BundleFormat
import Foundation
import TestSupport
import Testing

@testable import BundlePublisher

/// Each command that a message offers as an undo is run, and brings back what was signed.
@Suite struct UndoTests {
    /// What machines are told of the season, without since when.
    private struct Shown: Equatable {
        let version: ContentVersion?
        let rollout: Rollout?
        let recalled: Set<ContentVersion>
        let isWithdrawn: Bool

        init(_ team: Team) throws {
            let live = try team.repository()
            version = live?.bundles[Team.year]?.custom.version
            rollout = live?.bundles[Team.year]?.custom.rollout
            recalled = live?.recalls.recalled[Team.year] ?? []
            isWithdrawn = try team.isWithdrawn()
        }
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Commands before; `ONE` and `TWO` are contents.
        var before: [String] = []
        let command: String

        init(_ command: String, after before: String...) {
            (self.command, self.before) = (command, before)
            testDescription = (before + [command]).joined(separator: ", ")
        }
    }

    static let cases = [
        Case("rollback 2024"), Case("rollback 2024 --to embedded"),
        Case("rollback 2024", after: "waves 2024 50%:0h --hold-off 2m"),
        Case("rollback 2024 --to TWO", after: "rollback 2024"),
        Case("rollback 2024 --to ONE", after: "rollback 2024 --to embedded"),
        Case("again 2024", after: "rollback 2024"),
        Case("again 2024", after: "rollback 2024", "waves 2024 20%:0h --hold-off 3m"),
        Case("again 2024", after: "rollback 2024 --to embedded"),
        Case("recall 2024 TWO"), Case("recall 2024 ONE"), Case("recall 2024 TWO --to ONE"),
        Case("recall 2024 TWO --to embedded"), Case("lift 2024 TWO", after: "recall 2024 TWO"),
        Case("lift 2024 TWO", after: "recall 2024 TWO --to ONE"),
        Case("waves 2024 all"), Case("waves 2024 stop"), Case("waves 2024 50%:0h --hold-off 2m"),
        Case("waves 2024 all --hold-off 0s", after: "waves 2024 stop"),
        Case("waves 2024 stop", after: "waves 2024 all --hold-off 0s"),
        Case("publish", after: "waves 2024 30%:0h --hold-off 4m"), Case("publish"),
    ]

    @Test(arguments: cases) func isUndone(_ example: Case) throws {
        let team = try Team()
        try team.main.publish("Two", "--waves", "10%:0h,100%:1d", "--hold-off", "1m")
        func words(_ command: String) throws -> [String] {
            let (one, two) = (try team.version("One").short, try team.version("Two").short)
            return command.split(separator: " ").map {
                $0 == "ONE" ? one : $0 == "TWO" ? two : String($0)
            }
        }
        for command in example.before {
            #expect(try team.main.run(words(command)).status == 0)
        }
        if example.command == "publish" {
            try team.main.edit("Three")
            try team.main.commit()
        }
        let before = try Shown(team)
        let outcome = try team.main.run(words(example.command))
        try #require(outcome.status == 0, "\(outcome.text)")
        #expect(try Shown(team) != before)
        let undo = outcome.text.split(separator: "\n").compactMap { line in
            line.hasPrefix("undo: bundle-publish ")
                ? line.dropFirst("undo: bundle-publish ".count) : nil
        }
        #expect(!undo.isEmpty, "\(outcome.text)")
        for command in undo {
            // Without the home, which the desk names itself.
            let words = command.replacing("'", with: "").split(separator: " ").map(String.init)
            let end = words.firstIndex(of: "--home") ?? words.endIndex
            let outcome = try team.main.run(Array(words[..<end]))
            #expect(outcome.status == 0, "\(command): \(outcome.text)")
        }
        #expect(try Shown(team) == before, "\(undo)")
    }
}
