/// Makes a history of a seed, with weights: what people do often comes often.
struct HistoryMaker {
    private var dice: Dice

    /// The seasons; the first two are there from the start.
    static let years = [2021, 2022, 2023]
    /// How many contents a season may have.
    static let contentsCount = 5
    /// The machines, each of its own kind.
    static let machinesCount = Fleet.kinds.count

    /// Makes a history.
    ///
    /// - Parameter seed: decides all of it.
    /// - Returns: from 2 steps to some dozens.
    static func history(seed: UInt64) -> History {
        var maker = HistoryMaker(dice: Dice(seed: seed))
        // Mostly short, because short ones are many; one in ten is long.
        let lengthMax = maker.dice.once(in: 10) ? 30 : 9
        let length = 2 + min(maker.dice.below(lengthMax), maker.dice.below(lengthMax))
        // A part of all histories has no thief: then nothing excuses anything.
        let hasThief = maker.dice.once(in: 3)
        let hasLaptop = maker.dice.once(in: 3)
        return History(
            seed: seed,
            steps: (0..<length).flatMap { _ in
                hasLaptop && maker.dice.once(in: 4)
                    ? maker.laptopSteps() : maker.steps(hasThief: hasThief)
            })
    }

    private mutating func laptopSteps() -> [Step] {
        switch dice.below(7) {
        case 0: [.meet]
        case 1, 2: [.laptop(edit()), .laptop(.publish(terms()))]
        case 3: [.laptop(.publish(terms()))]
        default: [.laptop(command())]
        }
    }

    private mutating func steps(hasThief: Bool) -> [Step] {
        switch dice.below(hasThief ? 26 : 24) {
        case 0..<5: [edit(), .publish(terms())]
        case 5: [edit()]
        case 6..<8: [.publish(terms())]
        case 8..<15: [command()]
        case 15: [around(command())]
        case 16: [around(.publish(terms()))]
        case 17: [setting()]
        case 18..<23: [.machine(dice.below(Self.machinesCount), deed())]
        case 23: [.rotate(publishes: dice.once(in: 2)), .publish(Step.Terms())]
        default: theft()
        }
    }

    private var year: Int { mutating get { dice.pick(Self.years) ?? 2021 } }
    private var content: Int { mutating get { 1 + dice.below(Self.contentsCount) } }

    private mutating func edit() -> Step {
        switch dice.below(10) {
        case 0: .alias(year, of: year)
        case 1: .remove(year)
        case 2: .editAlone(year, content: content)
        default: .edit(year, content: content)
        }
    }

    private mutating func terms() -> Step.Terms {
        Step.Terms(
            waves: dice.once(in: 4) ? dice.pick([.slow, .half, .later]) : nil,
            holdsOff: dice.once(in: 16), again: dice.once(in: 16) ? year : nil,
            isForced: dice.once(in: 12))
    }

    private mutating func command() -> Step {
        let which: Step.Which = dice.once(in: 2) ? .live : .content(content)
        let replacement: Step.Replacement =
            dice.pick([(3, .previous), (2, .embedded), (2, .content(content))]) ?? .previous
        return dice.pick([
            (6, .rollback(year, to: nil)), (3, .rollback(year, to: content)),
            (9, .recall(year, which, to: replacement)), (4, .lift(year, which)),
            (4, .waves(year, .stop)), (2, .waves(year, dice.pick(Step.Waves.allCases) ?? .all)),
            (2, .publishBeta), (3, .promote(dice.once(in: 2) ? year : nil)),
            (2, .prune), (2, .refresh), (2, .rotate(publishes: dice.once(in: 2))),
            (1, .addRoot), (1, .removeRoot), (1, .renewRoot),
            (1, .threshold(1 + dice.below(2))),
        ]) ?? .refresh
    }

    private mutating func around(_ step: Step) -> Step {
        switch dice.below(10) {
        case 0: .locked(step)
        case 1, 2: .elsewhere(step)
        case 7: .rewound(1 + dice.below(4), step)
        case 8: .restored(1 + dice.below(4), step)
        case 9: .elsewhere(.crash(dice.below(12), step))
        case 3: .askew(dice.pick([-2_000, -48, -1, 1, 48, 24 * 400]) ?? 1, step)
        default: .crash(dice.below(12), step)
        }
    }

    private mutating func setting() -> Step {
        dice.once(in: 2)
            ? .cache(dice.pick(Step.Cache.allCases) ?? .none)
            : .wait(hours: dice.pick([1, 3, 7, 26, 24 * 50, 24 * 100, 24 * 365]) ?? 1)
    }

    private mutating func deed() -> Step.Deed {
        dice.pick([
            (12, .poll), (2, .pin(year, content)), (1, .unpin(year)), (1, .hold), (1, .resume),
            (3, .rollback(year)), (1, .reset), (1, .upgrade), (1, .pollCopy), (1, .pollAway),
        ]) ?? .poll
    }

    private mutating func theft() -> [Step] {
        var steps: [Step] = [.thief(dice.pick(Step.Theft.allCases) ?? .content)]
        for _ in 0..<dice.below(3) {
            steps.append(.machine(dice.below(Self.machinesCount), deed()))
        }
        if dice.once(in: 3) { steps.append(command()) }
        return steps + (dice.once(in: 4) ? [] : [.recover])
    }
}
