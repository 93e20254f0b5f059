/// The levels of the description language that this build reads and writes.
///
/// A bundle says which level it needs. docs/FORMAT.md lists what each level added. A program of a
/// lower level keeps the newest bundle that it can read.
public enum BundleFormat {
    /// The levels; a test compares them with the renderer's.
    public static let levels = 1...2
    /// The highest level.
    public static var newest: Int { levels.upperBound }
}

/// The names of the files in a bundle.
public enum BundleFile {
    /// The list of the bundle's files; the SHA-256 of its bytes is the bundle's content version.
    public static let manifest = "manifest.json"
    /// The compiled description of the season's matches.
    public static let description = "match.json"
    /// The compiled description of its events' statistics; not every season has one.
    public static let insights = "insights.json"
    /// The folder of real matches and statistics (`<name>.json`) and their expected tables (`<name>.txt`).
    public static let samples = "samples"
}

/// Where an installed bundle came from.
public enum BundleOrigin: String, Sendable {
    /// Shipped inside the program.
    case embedded
    /// Fetched from a repository and verified.
    case downloaded
    /// Read from a folder that a person named.
    case folder
}

/// When an agent polls unless its configuration says otherwise, so that a publisher can say how long a publish takes to spread.
package enum PollPeriod {
    package static let seconds = 15 * 60
    /// How many percent of it a pause may be longer or shorter, so that machines drift apart.
    package static let jitterPercent = 10
}
