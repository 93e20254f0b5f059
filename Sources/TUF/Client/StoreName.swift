/// What the store's files are called.
///
/// A role's metadata lies under `<role>.json`, percent-encoded. Everything else ends otherwise, so
/// that no role's name can meet it and whoever reads all `*.json` reads nothing but current metadata.
enum StoreName {
    /// The newest root, and the other top-level roles.
    static func role(_ role: TopLevelRole) -> String { "\(role.rawValue).json" }

    /// A delegated role.
    static func role(_ name: String) -> String { "\(PercentEncoding.roleName(name)).json" }

    /// Each root that came after the packaged one, `root.3`: every start walks through them.
    static func rootVersion(_ version: Int64) -> String { "root.\(version)" }

    /// What the server said of the stored timestamp.
    static let timestampValidator = "timestamp.validator"
}
