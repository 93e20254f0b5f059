/// Makes a history that shows a break shorter, as long as it still shows the same break.
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
        }
        return best
    }
}
