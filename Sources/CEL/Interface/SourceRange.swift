/// A part of an expression's text, counted in code points from its start.
public struct SourceRange: Hashable, Sendable {
    /// The first code point, from 0.
    public let offset: Int
    /// How many code points; 0 means a place between two code points.
    public let length: Int

    /// Makes a range.
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The code point after the last.
    public var end: Int { offset + length }

    /// The smallest range around both.
    func union(_ other: SourceRange) -> SourceRange {
        let start = min(offset, other.offset)
        return SourceRange(offset: start, length: max(end, other.end) - start)
    }
}
