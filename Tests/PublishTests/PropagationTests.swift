import BundleFormat
import TestSupport
import Testing

@testable import BundlePublisher

/// How long a publish takes to be everywhere: the formula against machines that poll.
@Suite struct PropagationTests {
    @Test(arguments: [
        nil, Rollout(waves: [], holdOffSeconds: 600),
        Rollout(
            waves: [
                .init(percent: 10, afterSeconds: 0), .init(percent: 50, afterSeconds: 7_200),
                .init(percent: 100, afterSeconds: 21_600),
            ], holdOffSeconds: 600),
    ])
    func agreesWithASimulation(_ rollout: Rollout?) throws {
        var dice = Dice(seed: 42)
        func part() -> Double { Double(dice.next() >> 11) / 9_007_199_254_740_992 }
        let waves = rollout?.waves ?? []
        let times = (0..<20_000).map { _ -> Double in
            let place = part() * 100
            let wave = waves.first { place < Double($0.percent) }?.afterSeconds ?? 0
            // A machine that has polled for a while meets the moment somewhere in a pause.
            let moment = Double(wave) + 50_000
            var poll = part() * 900
            while poll < moment { poll += 810 + 180 * part() }
            return poll - 50_000 + part() * Double(rollout?.holdOffSeconds ?? 0)
        }.sorted()
        let propagation = Propagation(rollout: rollout)
        for part in [0.3, 0.45, 0.9, 0.99] {
            let computed = Double(try #require(propagation.seconds(for: part)))
            let simulated = times[Int(part * Double(times.count))]
            #expect(abs(computed - simulated) < 40, "\(part): \(computed), \(simulated)")
        }
    }

    @Test(arguments: [
        "", "10", "10%", "10%:", "10:0h", "0%:0h", "101%:0h", "50%:0h,10%:1h", "10%:1h,50%:1h",
        "10%:-1h", "10%:1", "10%:1y", "10%:0h,", "10%:99999999999d",
    ])
    func otherTextsAreNoWaves(_ text: String) { #expect(WaveList(text) == nil) }
}
