extension Known {
    /// What a loop's variables stand for in one round; the second one exists only in some macros.
    typealias Round = (first: Known, second: Known)

    /// The rounds of a loop over this: each element of a fixed list, otherwise one round for all elements.
    func rounds(hasSecond: Bool) -> [Round] {
        guard case .list(let list)? = constant, list.count > 0,
            list.count <= CELLimits.checkedElementsMax
        else { return [anyRound(hasSecond: hasSecond)] }
        return (0..<list.count).map { at in
            let element = Known(constant: list[at])
            return hasSecond ? (Known(constant: .int(Int64(at))), element) : (element, .unknown)
        }
    }

    private func anyRound(hasSecond: Bool) -> Round {
        guard !isUnknown else { return (.unknown, .unknown) }
        switch shape.kinds.subtracting(.null) {
        case .list:
            let element = Known(shape.elements.first ?? .unknown, at: place?.element)
            return hasSecond ? (Known(Shape(.int)), element) : (element, .unknown)
        case .map: return (Known(shape.key), .unknown)
        default: return (.unknown, .unknown)
        }
    }
}
