/// The rounds of a loop that a check follows; at least one.
struct LoopRounds {
    /// What the loop's variables stand for in one round; the second one exists only in some macros.
    typealias Round = (first: Known, second: Known)

    let rounds: [Round]

    /// Chooses the rounds: each element of a fixed list, otherwise one round for all elements.
    ///
    /// - Parameters:
    ///   - hasSecond: true for a macro with two variables.
    init(over range: Known, hasSecond: Bool) {
        if case .list(let list)? = range.constant, list.count > 0,
            list.count <= CELLimits.checkedElementsMax
        {
            rounds = (0..<list.count).map { at in
                let element = Known(constant: list[at])
                return hasSecond
                    ? (Known(constant: .int(Int64(at))), element) : (element, .unknown)
            }
        } else {
            rounds = [Self.anyRound(range, hasSecond: hasSecond)]
        }
    }

    private static func anyRound(_ range: Known, hasSecond: Bool) -> Round {
        guard !range.isUnknown else { return (.unknown, .unknown) }
        switch range.shape.kinds.subtracting(.null) {
        case .list:
            let element = Known(range.shape.elements.first ?? .unknown, at: range.place?.element)
            return hasSecond ? (Known(Shape(.int)), element) : (element, .unknown)
        case .map: return (Known(range.shape.key), .unknown)
        default: return (.unknown, .unknown)
        }
    }
}
