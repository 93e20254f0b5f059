import Foundation
import Synchronization
import TestSupport
import Testing

/// Random histories of commands, thieves and machines, each against the plain model.
///
/// `MODEL_HISTORIES` is their number, `MODEL_MINUTES` a time instead; `MODEL_SEED` begins elsewhere, and
/// with `MODEL_HISTORY` that one history runs, as a failure prints it.
@Suite(.serialized) struct ModelTests {
    @Test func noHistoryBreaksAPromise() async throws {
        let stage = try Stage()
        defer { try? FileManager.default.removeItem(atPath: Scratch.base) }
        let variables = ProcessInfo.processInfo.environment
        let first = variables["MODEL_SEED"].flatMap { UInt64($0) }
        if let text = variables["MODEL_HISTORY"] {
            var history = try #require(History(text), "MODEL_HISTORY: expected steps")
            history.seed = first ?? 0
            let run = try Run(history, on: stage, in: "replay")
            let broken = run.firstBreak()
            print(run.log.joined(separator: "\n"))
            #expect(broken == nil, "\(broken.map { "\($0)" } ?? "")")
            return
        }
        let campaign = Campaign(
            firstSeed: first ?? 1, count: variables["MODEL_HISTORIES"].flatMap { Int($0) } ?? 200,
            minutes: variables["MODEL_MINUTES"].flatMap { Double($0) })
        let result = await campaign.run(on: stage)
        let isStrict = variables["MODEL_STRICT"] != nil
        for found in result.found {
            guard isStrict || Promise.notKeptYet[found.broken.promise] == nil else { continue }
            Issue.record("\(found)")
        }
        print(result.summary)
    }
}
