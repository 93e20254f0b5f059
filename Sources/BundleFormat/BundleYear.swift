/// A season, named by the year it is played in.
public struct BundleYear: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 1992, the first season, to 2999.
    public let number: Int

    /// Checks a number.
    ///
    /// - Parameter number: nil comes out where it is not from 1992 to 2999.
    public init?(_ number: Int) {
        guard (1992...2999).contains(number) else { return nil }
        self.number = number
    }

    /// Reads four digits; nil for every other text.
    ///
    /// - Parameter text: `2024`.
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
