import Testing

/// Random histories of commands, thieves and machines, each against the eight rules.
///
/// `MODEL_HISTORIES` is their number, `MODEL_MINUTES` a time instead; `MODEL_SEED` begins elsewhere, and
/// with `MODEL_HISTORY` that one history runs, as a failure prints it.
@Suite(.serialized) struct ModelTests {
    @Test(arguments: KnownHistory.all) func isNotBrokenAgain(by known: KnownHistory) throws {
        try known.expectNoBreak()
    }

    @Test func noHistoryBreaksARule() async throws {
        let stage = try KnownHistory.stage.get()
        if let history = try Settings.history() {
            let run = try Run(history, on: stage, in: "replay")
            let broken = run.firstBreak()
            print(run.log.joined(separator: "\n"))
            #expect(broken == nil, "\(broken.map { "\($0)" } ?? "")")
            return
        }
        let result = await Campaign(
            firstSeed: Settings.seed ?? 1, count: Settings.count, minutes: Settings.minutes
        ).run(on: stage)
        print(result.summary)
        for found in result.found { Issue.record("\(found)") }
    }
}
