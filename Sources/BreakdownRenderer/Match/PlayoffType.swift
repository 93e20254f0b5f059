/// How an event plays its playoffs: The Blue Alliance's numbers.
///
/// The keys of playoff matches look alike at all events, but they mean different things. An unknown number is nil.
public enum PlayoffType: Int64, Sendable {
    case bracketOf8 = 0
    case bracketOf16 = 1
    case bracketOf4 = 2
    /// The alliances with the highest averages go on.
    case averages = 3
    case roundRobin = 4
    /// A double elimination of before 2023; its keys use all four levels.
    case legacyDoubleElimination = 5
    case bestOf5 = 6
    case bestOf3 = 7
    case custom = 8
    case bracketOf2 = 9
    case doubleEliminationOf8 = 10
    case doubleEliminationOf4 = 11
}
