import Foundation

/// The points at which tests stop a program.
public enum CrashPoints {
    /// Some of the points, evenly spread, the first and the last among them; all where `CRASH_POINTS` is `all`.
    ///
    /// - Parameters:
    ///   - all: the points, in their order.
    ///   - count: how many are enough for `make test`; at least 2.
    /// - Returns: the points to try, in their order.
    public static func sample<Point>(_ all: [Point], _ count: Int) -> [Point] {
        let isWhole = ProcessInfo.processInfo.environment["CRASH_POINTS"] == "all"
        guard !isWhole, all.count > count else { return all }
        return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
    }
}
