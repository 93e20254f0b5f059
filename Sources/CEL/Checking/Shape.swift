/// What is known about values that do not exist yet, gathered from examples; without examples a shape is unknown.
package struct Shape: Sendable, Equatable {
    package var kinds: Kinds
    /// The texts that were seen; nil if any text may come.
    package var texts: Set<String>?
    /// The fields of maps, by key; nil if any key may come.
    package var fields: [String: Shape]?
    /// The shape of the elements of lists, at most one for all; none if no element was seen.
    package var elements: [Shape]

    package init(
        _ kinds: Kinds, texts: Set<String>? = [], fields: [String: Shape]? = [:],
        elements: [Shape] = []
    ) {
        self.kinds = kinds
        self.texts = texts
        self.fields = fields
        self.elements = elements
    }

    package static let unknown = Shape(.any, texts: nil, fields: nil)
    /// No value: no example was seen yet.
    package static let none = Shape([])

    /// Whether nothing is known: anything is possible, or only null was seen.
    package var isUnknown: Bool { kinds == .any || kinds.subtracting(.null).isEmpty }

    package mutating func formUnion(_ other: Shape) {
        kinds.formUnion(other.kinds)
        if let more = other.texts { texts?.formUnion(more) } else { texts = nil }
        if let more = other.fields {
            for (key, shape) in more { fields?[key, default: .none].formUnion(shape) }
        } else {
            fields = nil
        }
        guard let more = other.elements.first else { return }
        if elements.isEmpty { elements = [more] } else { elements[0].formUnion(more) }
    }

    func union(_ other: Shape) -> Shape {
        var both = self
        both.formUnion(other)
        return both
    }

    /// What `filter` makes of it: a list of a list's elements or of a map's keys; nothing is known of them if it may be either.
    var filtered: Shape {
        switch kinds.subtracting(.null) {
        case .list: Shape(.list, elements: elements)
        case .map: Shape(.list, elements: [key])
        default: Shape(.list)
        }
    }

    /// The keys of a map: texts, if all were seen; an expression can make other ones.
    var key: Shape { fields == nil ? .unknown : Shape(.string, texts: nil) }

    /// The same with any text instead of those that were seen, at every level.
    var forgettingTexts: Shape {
        var shape = self
        if texts?.isEmpty == false { shape.texts = nil }
        shape.elements = elements.map { $0.forgettingTexts }
        shape.fields = fields?.mapValues { $0.forgettingTexts }
        return shape
    }

    package struct Kinds: OptionSet, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let null = Kinds(rawValue: 1)
        package static let bool = Kinds(rawValue: 2)
        package static let int = Kinds(rawValue: 4)
        package static let uint = Kinds(rawValue: 8)
        package static let double = Kinds(rawValue: 16)
        package static let string = Kinds(rawValue: 32)
        package static let list = Kinds(rawValue: 64)
        package static let map = Kinds(rawValue: 128)
        /// Bytes and types: only expressions make them.
        package static let other = Kinds(rawValue: 256)
        package static let any = Kinds(rawValue: 511)
        static let numbers: Kinds = [.int, .uint, .double]

        /// The kinds in words for messages: `text or an integer`.
        package var words: String {
            let names: [(Kinds, String)] = [
                (.bool, "true or false"), (.int, "an integer"), (.uint, "an unsigned integer"),
                (.double, "a decimal number"), (.string, "text"), (.list, "a list"),
                (.map, "a map"), (.other, "something else"),
            ]
            let found = names.filter { contains($0.0) }.map { $0.1 }
            return found.isEmpty ? "null" : found.joined(separator: " or ")
        }

        /// The same with every kind of number, if it has one.
        var comparable: Kinds {
            let others = subtracting(.null)
            return others.isDisjoint(with: .numbers) ? others : others.union(.numbers)
        }
    }
}
