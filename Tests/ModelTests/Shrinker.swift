/// Makes a history that shows a break shorter and plainer, as long as it still shows the same break.
enum Shrinker {
    /// How often a history is run at most while it is made shorter.
    static let runsMax = 400

    /// Shortens a history.
    static func shrink(_ history: History, shows: (History) -> Bool) -> History {
        var best = history
        var runs = 0
        func holds(_ steps: [Step]) -> Bool {
            guard runs < runsMax, steps != best.steps else { return false }
            runs += 1
            guard shows(History(seed: history.seed, steps: steps)) else { return false }
            best.steps = steps
            return true
        }
        var hasChanged = true
        while hasChanged, runs < runsMax {
            hasChanged = false
            var length = max(1, best.steps.count / 2)
            while length >= 1 {
                var at = 0
                while at < best.steps.count {
                    var steps = best.steps
                    steps.removeSubrange(at..<min(at + length, steps.count))
                    if holds(steps) { hasChanged = true } else { at += length }
                }
                length /= 2
            }
            for at in best.steps.indices {
                for plainer in best.steps[at].plainer {
                    var steps = best.steps
                    steps[at] = plainer
                    if holds(steps) { hasChanged = true; break }
                }
            }
        }
        return best
    }
}

extension Step {
    /// Steps that say less, the plainest first.
    fileprivate var plainer: [Step] {
        var steps: [Step] = []
        if actor != .main { steps.append(by(.main, way)) }
        if case .ci(let count) = actor, count > 0 { steps.append(by(.ci(count - 1), way)) }
        switch way {
        case .plain: break
        case .locked: steps.append(by(actor))
        case .crash(let count):
            steps.append(by(actor))
            if count > 0 { steps.append(by(actor, .crash(count - 1))) }
        }
        switch verb {
        case .publish:
            for at in arguments.indices {
                var step = self
                step.arguments.remove(at: at)
                steps.append(step)
            }
        case .handLate: steps.append(replacing(.hand))
        case .machine where number(0) != 0:
            var step = self
            step.arguments[0] = "0"
            steps.append(step)
        case .rewind, .restore, .restoreAll:
            if number(0) != 1 { steps.append(Step(verb, 1)) }
        default: break
        }
        return steps
    }

    private func replacing(_ verb: Verb) -> Step {
        var step = self
        step.verb = verb
        return step
    }
}
