/// Makes a history that shows a break shorter and plainer, as long as it still shows the same break.
enum Shrinker {
    /// How often a history is run at most while it is made shorter.
    static let runsMax = 400

    /// Shortens a history.
    ///
    /// - Parameters:
    ///   - history: shows the break.
    ///   - shows: whether a shorter one still does.
    /// - Returns: a history of which no single step can be left out or made plainer.
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
                    guard best.steps.indices.contains(at) else { break }
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
        switch self {
        case .crash(let writes, let step):
            [step] + step.plainer.map { .crash(writes, $0) }
                + (writes > 0 ? [.crash(writes - 1, step)] : [])
        case .locked(let step): [step] + step.plainer.map { .locked($0) }
        case .elsewhere(let step): [step] + step.plainer.map { .elsewhere($0) }
        case .laptop(let step): [step] + step.plainer.map { .laptop($0) }
        case .rewound(let count, let step):
            [step] + (count > 1 ? [.rewound(1, step)] : [])
                + step.plainer.map { .rewound(count, $0) }
        case .restored(let count, let step):
            [step] + (count > 1 ? [.restored(1, step)] : [])
                + step.plainer.map { .restored(count, $0) }
        case .askew(let hours, let step): [step] + step.plainer.map { .askew(hours, $0) }
        case .publish(let terms): terms == Terms() ? [] : [.publish(Terms())]
        case .editAlone(let year, let content): [.edit(year, content: content)]
        case .edit(let year, let content): content > 1 ? [.edit(year, content: content - 1)] : []
        case .recall(let year, let which, let to):
            (to == .previous ? [] : [.recall(year, which, to: .previous)])
                + (which == .live ? [] : [.recall(year, .live, to: to)])
        case .lift(let year, let which): which == .live ? [] : [.lift(year, .live)]
        case .rollback(let year, let content): content == nil ? [] : [.rollback(year, to: nil)]
        case .machine(let machine, let deed): machine > 0 ? [.machine(0, deed)] : []
        case .thief(let theft): theft == .content ? [] : [.thief(.content)]
        case .recover: [.rotate(publishes: true)]
        default: []
        }
    }
}
