/// A set of code points.
struct ScalarSet: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    /// Properties that a code point may have instead of being in a range.
    private var tests: [@Sendable (Unicode.Scalar) -> Bool] = []
    /// The cost of checking the properties, in comparisons of numbers.
    private var testsCost = 0
    var isNegated = false
    /// Whether upper and lower case are the same.
    var ignoresCase = false

    init() {}

    init(_ ranges: ClosedRange<UInt32>...) {
        self.ranges = ranges
    }

    init(_ test: @escaping @Sendable (Unicode.Scalar) -> Bool) {
        tests = [test]
        testsCost = 16
    }

    /// The largest cost of one check, in steps of the machine.
    var cost: Int {
        1 + (ranges.count + testsCost) / 8 * (ignoresCase ? 3 : 1) + (ignoresCase ? 16 : 0)
    }

    /// Adds code points.
    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
    }

    /// Adds what another set contains.
    mutating func insert(_ other: ScalarSet) {
        if other.isNegated || other.ignoresCase {
            tests.append { other.contains($0) }
            testsCost += 8 * other.cost
        } else {
            ranges += other.ranges
            tests += other.tests
            testsCost += other.testsCost
        }
    }

    /// The code points that are not in the set.
    var inverted: ScalarSet {
        var set = self
        set.isNegated.toggle()
        return set
    }

    /// Whether a code point is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isIn = holds(scalar)
        if !isIn, ignoresCase {
            let properties = scalar.properties
            isIn =
                Self.single(properties.lowercaseMapping).map(holds) ?? false
                || Self.single(properties.uppercaseMapping).map(holds) ?? false
        }
        return isIn != isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } || tests.contains { $0(scalar) }
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}

// MARK: - Sets with names

extension ScalarSet {
    /// `\d`, ASCII only as in RE2.
    static let digits = ScalarSet(0x30...0x39)
    /// `\s`, ASCII only as in RE2.
    static let spaces = ScalarSet(0x09...0x0A, 0x0C...0x0D, 0x20...0x20)
    /// `\w`, ASCII only as in RE2.
    static let wordCharacters = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    /// `.` where it also means a line's end.
    static let all = ScalarSet(0...0x10FFFF)
    /// `.` where it does not.
    static let allButNewline = ScalarSet(0x0A...0x0A).inverted

    /// `alpha` in `[[:alpha:]]`: ASCII only.
    static func posix(_ name: String) -> ScalarSet? {
        switch name {
        case "alnum": ScalarSet(0x30...0x39, 0x41...0x5A, 0x61...0x7A)
        case "alpha": ScalarSet(0x41...0x5A, 0x61...0x7A)
        case "ascii": ScalarSet(0...0x7F)
        case "blank": ScalarSet(0x09...0x09, 0x20...0x20)
        case "cntrl": ScalarSet(0...0x1F, 0x7F...0x7F)
        case "digit": digits
        case "graph": ScalarSet(0x21...0x7E)
        case "lower": ScalarSet(0x61...0x7A)
        case "print": ScalarSet(0x20...0x7E)
        case "punct": ScalarSet(0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E)
        case "space": ScalarSet(0x09...0x0D, 0x20...0x20)
        case "upper": ScalarSet(0x41...0x5A)
        case "word": wordCharacters
        case "xdigit": ScalarSet(0x30...0x39, 0x41...0x46, 0x61...0x66)
        default: nil
        }
    }

    /// `Lu` in `\p{Lu}`: a general category or, by one letter, a group of them.
    static func category(_ name: String) -> ScalarSet? {
        if name == "Any" { return all }
        var wanted: UInt32 = 0
        for (index, category) in GeneralCategory.names.enumerated()
        where category == name || name.utf8.count == 1 && category.utf8.first == name.utf8.first {
            wanted |= 1 << UInt32(index)
        }
        guard wanted != 0 else { return nil }
        return ScalarSet { [wanted] in wanted >> GeneralCategory($0).index & 1 == 1 }
    }
}
