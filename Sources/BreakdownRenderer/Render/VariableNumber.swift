/// The numbers by which expressions find their names: comparing a number is faster than comparing texts.
enum VariableNumber {
    static let match = 0
    static let breakdown = 1
    static let left = 2
    static let right = 3
    static let own = 4
    static let other = 5
    static let teams = 6
    static let side = 7
    static let item = 8
    private static let firstNamed = 16

    /// The number of a name that every description has.
    static func of(_ name: String) -> Int {
        switch name {
        case "match": match
        case "breakdown": breakdown
        case "red", "qual": left
        case "blue", "playoff": right
        case "alliance", "stats": own
        case "opponent": other
        case "teams": teams
        case "side": side
        default: item
        }
    }

    /// The number of a name, which may be a description's own.
    static func of(_ name: String, in named: [NamedValue]) -> Int {
        guard let place = named.firstIndex(where: { $0.name == name }) else { return of(name) }
        return ofNamedValue(place)
    }

    /// The number of a description's own name.
    static func ofNamedValue(_ place: Int) -> Int { firstNamed + place }

    /// The place of the named value with this number; nil for every other name.
    static func place(of number: Int) -> Int? {
        number < firstNamed ? nil : number - firstNamed
    }
}
