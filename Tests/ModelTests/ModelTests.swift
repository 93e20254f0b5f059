import Testing

/// Random histories of commands in two checkouts, of machines that follow, of kills and of a thief, each against the seven
/// rules.
///
/// `MODEL_HISTORIES` is their number, `MODEL_MINUTES` a time instead; `MODEL_SEED` begins elsewhere, and
/// with `MODEL_HISTORY` that one history runs, as a failure prints it.
@Suite(.serialized) struct ModelTests {
    @Test func noHistoryBreaksARule() async throws {
        if let history = try Settings.history() {
            let run = try Run(history, in: "replay")
            let broken = run.firstBreak()
            print(run.log.joined(separator: "\n"))
            #expect(broken == nil, "\(broken.map { "\($0)" } ?? "")")
            return
        }
        let result = await Campaign(
            firstSeed: Settings.seed ?? 1, count: Settings.count, minutes: Settings.minutes
        ).run()
        print(result.summary)
        for found in result.found { Issue.record("\(found)") }
    }
}
