import Foundation

/// People do what messages tell them to do.
extension Run {
    /// Follows the remedies of a command that ended with 4, on a copy: `pull`, and `--over` with the printed state.
    func followRemedy(_ step: Step, _ outcome: Workshop.Outcome, _ at: Situation) throws {
        let checkout = at.checkout
        guard let asked = Asked(step, at), asked.obstacle == nil, !at.isStrange else { return }
        let isLacking = !at.lacking.isEmpty
        let isFuture = at.lacking.contains { $0.time > workshop.now + 86_400 }
        if isLacking, !outcome.text.contains("pull") {
            throw Break(.remedy, "\(step.text) does not name pull: \(outcome.text)")
        }
        func run(_ words: [String]) -> Workshop.Outcome {
            workshop.run(words, variables: checkout.variables)
        }
        try workshop.attempt {
            if isLacking, !isFuture {
                let pull = run(["pull", "--home", checkout.home, "--in", at.site])
                guard pull.status == 0 else { throw Break(.remedy, "pull: \(pull.text)") }
                let again = run(asked.words)
                let asksToPull = again.text.contains("bundle-publish pull")
                if again.status == 4, !asked.comparesCommit || asksToPull {
                    throw Break(.remedy, "\(step.text) after pull: \(again.text)")
                }
            }
        }
        guard asked.comparesCommit else { return }
        let state = outcome.text.components(separatedBy: "--over ").dropFirst().first?
            .prefix { $0.isNumber }
        guard let state, Int64(state) == at.live?.version else {
            throw Break(.remedy, "\(step.text) names no state: \(outcome.text)")
        }
        try workshop.attempt {
            let over = run(asked.words + ["--over", "\(state)"])
            guard over.status == 0 || over.status == 1 else {
                throw Break(.remedy, "\(step.text) --over \(state): \(over.text)")
            }
        }
    }
}
