/// The names of the store's files.
///
/// A role's metadata is in `<role>.json`, percent-encoded. All other files have other endings, so
/// no role's name can meet them, and `*.json` is exactly the current metadata.
enum StoreName {
    /// The newest root, and the other top-level roles.
    static func role(_ role: TopLevelRole) -> String { "\(role.rawValue).json" }

    /// A delegated role.
    static func role(_ name: String) -> String { "\(PercentEncoding.roleName(name)).json" }

    /// Each root after the packaged one, `root.3`: every start verifies them one after another.
    static func rootVersion(_ version: Int64) -> String { "root.\(version)" }
}
