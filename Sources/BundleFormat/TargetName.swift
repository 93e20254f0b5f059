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
    public init(year: BundleYear, format: Int = 1) {
        self.format = format
        self.year = year
    }

    /// Reads a target path such as `f1/2024/bundle.zip`; nil for every other path, which belongs to some other file.
    public init?(_ path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count == 3, parts[0].utf8.first == UInt8(ascii: "f"),
            let format = Int(String(Substring(parts[0].utf8.dropFirst()))),
            (1...Self.formatMax).contains(format), let year = BundleYear(parts[1])
        else { return nil }
        self.init(year: year, format: format)
        // Every other spelling of the numbers is another path.
        guard self.path.utf8.elementsEqual(path.utf8) else { return nil }
    }

    /// The path.
    public var path: String { "f\(format)/\(year)/bundle.zip" }

    /// The path.
    public var description: String { path }
}
