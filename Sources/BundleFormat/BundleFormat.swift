/// The levels of the description language that this build reads and writes.
///
/// A bundle says which level it needs; docs/FORMAT.md lists what each level added. A program of a lower
/// level keeps the newest bundle that it can read.
public enum BundleFormat {
    /// The levels; the renderer's are the same, which a test makes sure of.
    public static let levels = 1...2
    /// The highest of them.
    public static var newest: Int { levels.upperBound }
}

/// The names of the files in a bundle.
public enum BundleFile {
    /// What the bundle consists of; its bytes' SHA-256 is the bundle's content version.
    public static let manifest = "manifest.json"
    /// The compiled description of the season's matches.
    public static let description = "match.json"
    /// The compiled description of its events' statistics; not every season has one.
    public static let insights = "insights.json"
    /// The folder of real matches and statistics (`<name>.json`) and their expected tables
    /// (`<name>.txt`).
    public static let samples = "samples"
}

/// Where an installed bundle came from.
public enum BundleOrigin: String, Sendable {
    /// Shipped inside the program.
    case embedded
    /// Fetched from a repository and verified.
    case downloaded
    /// Read from a folder that somebody named.
    case folder
}
