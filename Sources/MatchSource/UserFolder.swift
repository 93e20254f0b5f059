/// A folder of this program among a user's own (XDG Base Directory Specification).
package enum UserFolder {
    case configuration
    case cache

    /// The folder; nil if the environment names none.
    ///
    /// - Returns: an absolute path.
    package func path(_ variable: (String) -> String?) -> String? {
        let (name, fallback) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .cache: ("XDG_CACHE_HOME", ".cache")
            }
        // The specification: a relative path is invalid and counts as absent.
        if let folder = variable(name), folder.hasPrefix("/") { return "\(folder)/match-bundles" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(fallback)/match-bundles"
    }
}
