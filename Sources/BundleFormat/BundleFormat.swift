/// The description format that this build reads and writes.
///
/// A bundle of another number is somebody else's: an old program keeps the newest it can read.
public enum BundleFormat {
    /// The number in manifests, target paths and descriptions.
    public static let current = 1
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
