import JSON

/// One role of `delegations.roles` (TUF specification 4.5.1).
struct DelegatedRole {
    let name: String
    let isTerminating: Bool
    let trust: RoleTrust
    private let scope: Scope

    private enum Scope {
        case patterns([PathPattern])
        /// Prefixes of the path's SHA-256, lower-case hexadecimal.
        case hashPrefixes([String])
    }

    init(_ cursor: JSONCursor, table: KeyTable, limits: TUFLimits) throws(JSONShapeError) {
        name = try cursor.member("name").delegatedRoleName(limits)
        isTerminating = try cursor.member("terminating").bool()
        trust = try RoleTrust(cursor, table: table)
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
        case .patterns(let patterns): patterns.contains { $0.matches(path) }
        case .hashPrefixes(let prefixes): prefixes.contains { path.hash.utf8.starts(with: $0.utf8) }
        }
    }
}
