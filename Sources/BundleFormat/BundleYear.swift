/// A season, named by the year in which it is played.
public struct BundleYear: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 1992, the first season, to 2999.
    public let number: Int

    /// Makes a season from a number; nil outside of 1992 to 2999.
    public init?(_ number: Int) {
        guard (1992...2999).contains(number) else { return nil }
        self.number = number
    }

    /// Makes a season from four digits; nil for every other text.
    public init?(_ text: String) {
        guard text.utf8.count == 4,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text)
        else { return nil }
        self.init(number)
    }

    /// Whether the left season is the earlier.
    public static func < (left: BundleYear, right: BundleYear) -> Bool {
        left.number < right.number
    }

    /// Four digits.
    public var description: String { "\(number)" }
}

extension Dictionary where Key == BundleYear {
    package var inOrder: [(key: BundleYear, value: Value)] {
        // Only the years are sorted, so that one sort is compiled for all kinds of values (docs/adr/0031).
        var years: [BundleYear] = []
        for year in self { years.append(year.key) }
        years.sort()
        return years.compactMap { year in self[year].map { (year, $0) } }
    }
}
