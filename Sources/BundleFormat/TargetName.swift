/// A bundle's path among a repository's targets: `f1/2024/bundle.zip`.
///
/// The level is part of the name, so a reader knows without opening anything whether it can read the bundle. A
/// repository has one target a year.
public struct TargetName: Hashable, Sendable, CustomStringConvertible {
    /// The level that a renderer must know: 1 to 999.
    public let format: Int
    /// The season.
    public let year: BundleYear

    /// The highest level that a name may have.
    public static let formatMax = 999

    /// Makes the name of a season's bundle.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - format: the level that the bundle needs.
    public init(year: BundleYear, format: Int = 1) {
        self.format = format
        self.year = year
    }

    /// Reads a target path; nil for every other path, which belongs to some other file.
    ///
    /// - Parameter path: `f1/2024/bundle.zip`.
    public init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "bundle.zip", parts[0].first == "f",
            let format = Int(String(parts[0].dropFirst())), (1...Self.formatMax).contains(format),
            parts[0] == "f\(format)", let year = BundleYear(String(parts[1]))
        else { return nil }
        self.format = format
        self.year = year
    }

    /// The path.
    public var path: String { "f\(format)/\(year)/bundle.zip" }

    /// The path.
    public var description: String { path }
}
