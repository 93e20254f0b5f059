import CEL

/// A name for an expression of a description.
struct NamedValue: Sendable {
    let name: String
    let expression: Expression
    /// Whether it depends on the element of `each`, directly or through others.
    let usesItem: Bool
    /// Whether it depends on the side, directly or through others.
    let usesSide: Bool
}

/// A description's named values; none of them uses itself.
struct NamedValues: Sendable {
    let values: [NamedValue]
    private let places: [String: Int]

    /// Their names.
    var names: Set<String> { Set(places.keys) }

    static let none = NamedValues([])

    init(_ values: [NamedValue]) {
        self.values = values
        var places: [String: Int] = [:]
        for (at, value) in values.enumerated() where places[value.name] == nil {
            places[value.name] = at
        }
        self.places = places
    }

    /// The index of a name in ``values``.
    func place(of name: String) -> Int? {
        places.isEmpty ? nil : places[name]
    }
}
