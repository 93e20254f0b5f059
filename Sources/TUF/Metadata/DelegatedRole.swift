import JSON

/// A role that a targets role trusts for some of its paths (TUF specification 4.5.1).
struct DelegatedRole {
    let name: String
    /// Whether the search for a path ends with this role and the roles below it.
    let isTerminating: Bool
    let trust: RoleTrust
    private let scope: Scope

    private enum Scope {
        /// The path that the role was chosen for.
        case chosenPath
        case patterns([PathPattern])
        /// Prefixes of the path's SHA-256, lower-case hexadecimal.
        case hashPrefixes([String])
    }

    /// The role of `succinct_roles` that takes a path.
    init(succinct name: String, trust: RoleTrust) {
        (self.name, self.trust) = (name, trust)
        (isTerminating, scope) = (true, .chosenPath)
    }

    /// Reads one role of `delegations.roles`.
    init(
        _ cursor: JSONCursor, keys: [String: PublicKey], limits: TUFLimits
    ) throws(JSONShapeError) {
        name = try cursor.member("name").delegatedRoleName(limits)
        isTerminating = try cursor.member("terminating").bool()
        trust = try RoleTrust(cursor, keys: keys)
        switch (try cursor.optional("paths"), try cursor.optional("path_hash_prefixes")) {
        case (let paths?, nil):
            var patterns: [PathPattern] = []
            for pattern in try paths.elements() {
                let text = try pattern.string()
                guard text.utf8.count <= limits.pathBytesMax else {
                    throw pattern.mismatch("a pattern of at most \(limits.pathBytesMax) bytes")
                }
                patterns.append(PathPattern(text))
            }
            scope = .patterns(patterns)
        case (nil, let prefixes?):
            var texts: [String] = []
            for prefix in try prefixes.elements() {
                texts.append(Hex.lowercased(try prefix.string()))
            }
            scope = .hashPrefixes(texts)
        default:
            throw cursor.mismatch("either paths or path_hash_prefixes")
        }
    }

    /// Whether the role is trusted for a path.
    func covers(_ path: TargetPath) -> Bool {
        switch scope {
        case .chosenPath: true
        case .patterns(let patterns): patterns.contains { $0.matches(path) }
        case .hashPrefixes(let prefixes): prefixes.contains { path.hash.utf8.starts(with: $0.utf8) }
        }
    }
}
