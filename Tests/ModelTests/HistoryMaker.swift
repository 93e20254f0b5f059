import TestSupport

/// Makes a history of a seed, with weights: what people do often comes often.
struct HistoryMaker {
    private var dice: Dice

    /// The seasons; the first two are there from the start.
    static let years = [2021, 2022, 2023]
    /// How many contents a season may have.
    static let contentsCount = 4

    /// Makes a history.
    static func history(seed: UInt64) -> History {
        var maker = HistoryMaker(dice: Dice(seed: seed))
        // Mostly short, because short ones are many; one in ten is long.
        let lengthMax = maker.dice.once(in: 10) ? 30 : 9
        let length = 2 + min(maker.dice.below(lengthMax), maker.dice.below(lengthMax))
        let hasThief = maker.dice.once(in: 3)
        let hasStranger = maker.dice.once(in: 3)
        let hasOthers = maker.dice.once(in: 2)
        return History(
            seed: seed,
            steps: (0..<length).flatMap { _ in
                if hasThief, maker.dice.once(in: 8) { return maker.theft() }
                if hasStranger, maker.dice.once(in: 6) { return [maker.damage()] }
                if hasOthers, maker.dice.once(in: 3) { return maker.others() }
                return maker.steps()
            })
    }

    private var year: Int { mutating get { dice.pick(Self.years) ?? 2021 } }
    private var content: Int { mutating get { 1 + dice.below(Self.contentsCount) } }
    private var course: String {
        mutating get { dice.once(in: 4) ? "all" : waves }
    }
    private var waves: String { mutating get { dice.pick(["slow", "half", "later"]) ?? "" } }

    private mutating func steps() -> [Step] {
        switch dice.below(22) {
        case 0..<5: [edit(), Step(.commit), publish()]
        case 5: [edit()]
        case 6: [Step(.commit)]
        case 7: [publish()]
        case 8..<13: [command()]
        case 13: [hand(), Step(.commit)]
        case 14..<16: [command().by(.main, dice.once(in: 6) ? .locked : .crash(dice.below(9)))]
        case 16: [edit(), Step(.commit), publish().by(.main, .crash(dice.below(9)))]
        case 17: [Step(.wait, dice.pick([1, 3, 7, 26, 24 * 50, 24 * 100, 24 * 365]) ?? 1)]
        default: [machine()]
        }
    }

    private mutating func edit() -> Step {
        switch dice.below(12) {
        case 0: Step(.spoil, year)
        case 1: Step(.remove, year)
        default: Step(.edit, year, content)
        }
    }

    private mutating func publish() -> Step {
        var step = Step(.publish)
        if dice.once(in: 4) { step.arguments.append("waves=\(waves)") }
        if dice.once(in: 16) { step.arguments.append("hold-off") }
        if dice.once(in: 12) { step.arguments.append("again=\(year)") }
        if dice.once(in: 12) { step.arguments.append("over") }
        if dice.once(in: 24) { step.arguments.append("no-commit") }
        return step
    }

    private mutating func command() -> Step {
        let which = dice.once(in: 2) ? "shown" : "\(content)"
        let instead = dice.pick([(3, "previous"), (2, "embedded"), (1, "\(content)")]) ?? ""
        let withdrawn = which == "shown" || instead.count > 1 ? instead : "previous"
        let decisions: [(Int, Step)] = [
            (6, Step(.rollback, year)), (4, Step(.rollback, year, content)),
            (9, Step(.recall, year, which, withdrawn)), (4, Step(.lift, year, content)),
            (4, Step(.waves, year, "stop")), (3, Step(.waves, year, course)), (3, Step(.pull)),
            (3, dice.once(in: 2) ? Step(.promote, year) : Step(.promote)),
        ]
        let others: [(Int, Step)] = [
            (2, Step(.refresh)), (2, Step(.prune)), (2, Step(.rotate)), (1, Step(.rotateAlone)),
            (1, Step(.addRoot)), (1, Step(.removeRoot)), (1, Step(.renewRoot)),
            (1, Step(.threshold, 1 + dice.below(2))), (1, Step(.loseSeen)),
        ]
        return dice.pick(decisions + others) ?? Step(.pull)
    }

    private mutating func hand() -> Step {
        let deeds = [
            "recall \(year) \(content)", "lift \(year) \(content)", "again \(year) \(content)",
            "rollback \(year) \(content) \(content)", "stop \(year) \(content)",
            "waves \(year) \(content) \(course)",
        ]
        let words = (dice.pick(deeds) ?? "").split(separator: " ").map(String.init)
        var step = Step(dice.once(in: 4) ? .handLate : .hand)
        step.arguments = words
        return step
    }

    private mutating func others() -> [Step] {
        switch dice.below(9) {
        case 0: return [Step(.meet)]
        case 1: return [edit(), Step(.commit), publish()].map { $0.by(.laptop) }
        case 2: return [publish().by(.laptop)]
        case 3, 4: return [command().by(.laptop)]
        case 5: return [publish().by(.ci(0))]
        case 6: return [publish().by(.ci(1 + dice.below(2)))]
        case 7:
            return [
                (dice.once(in: 3) ? Step(.recall, year, "shown", "previous") : publish()).by(.beta)
            ]
        default: return [command().by(.ci(0))]
        }
    }

    private mutating func machine() -> Step {
        var step = Step(.machine, dice.below(Fleet.kinds.count))
        let (one, other) = (year, content)
        let commands: [(Int, String)] = [
            (12, "poll"), (2, "pin \(one) \(other)"), (1, "unpin \(one)"), (1, "hold"),
            (1, "resume"), (2, "rollback \(one)"), (1, "reset"), (1, "upgrade"),
            (1, "poll-copy"), (1, "poll-away"),
        ]
        let command = dice.pick(commands) ?? "poll"
        step.arguments += command.split(separator: " ").map(String.init)
        return step
    }

    private mutating func theft() -> [Step] {
        var steps = [Step(.thief, (dice.pick(Theft.Kind.allCases) ?? .content).rawValue)]
        if dice.once(in: 2) { steps.append(machine()) }
        if dice.once(in: 3) { steps.append(command()) }
        return steps + (dice.once(in: 3) ? [] : [Step(.rotate), machine()])
    }

    private mutating func damage() -> Step {
        switch dice.below(7) {
        case 0: Step(.rewind, 1 + dice.below(3))
        case 1: Step(.restore, 1 + dice.below(3))
        case 2: Step(.restoreAll, 1 + dice.below(3))
        default: Step(.stranger, (dice.pick(Stranger.Kind.allCases) ?? .noise).rawValue)
        }
    }
}
