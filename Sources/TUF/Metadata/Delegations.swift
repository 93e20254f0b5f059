import JSON

/// The roles that a targets role trusts for some of its paths (TUF specification 4.5.1).
enum Delegations {
    case listed([DelegatedRole])
    case succinct(SuccinctRoles)

    init(_ cursor: JSONCursor, limits: TUFLimits) throws(JSONShapeError) {
        let keys = try cursor.member("keys").keyTable(limits)
        let roles = try cursor.optional("roles")
        let succinct = try cursor.optional("succinct_roles")
        switch (roles, succinct) {
        case (let roles?, nil):
            var listed: [DelegatedRole] = []
            // By code point: `String` would treat different spellings of a letter as one.
            var names: Set<[UInt8]> = []
            for cursor in try roles.elements() {
                let role = try DelegatedRole(cursor, keys: keys, limits: limits)
                guard names.insert(Array(role.name.utf8)).inserted else {
                    throw try cursor.member("name").mismatch("one role of each name")
                }
                listed.append(role)
            }
            self = .listed(listed)
        case (nil, let succinct?):
            self = .succinct(try SuccinctRoles(succinct, keys: keys, limits: limits))
        default:
            throw cursor.mismatch("either roles or succinct_roles")
        }
    }

    /// The roles to search for a path, in order of appearance.
    func roles(for path: TargetPath) -> [DelegatedRole] {
        switch self {
        case .succinct(let roles): [roles.role(for: path)]
        case .listed(let roles): roles.filter { $0.covers(path) }
        }
    }
}

extension JSONCursor {
    /// It must not be a top-level role's name, whose stored file it would use.
    func delegatedRoleName(_ limits: TUFLimits) throws(JSONShapeError) -> String {
        let name = try string()
        guard !name.isEmpty, TopLevelRole(rawValue: name) == nil else {
            throw mismatch("the name of a delegated role")
        }
        guard PercentEncoder.component(name).utf8.count <= limits.roleNameBytesMax else {
            throw mismatch(
                "a name of at most \(limits.roleNameBytesMax) bytes when percent-encoded")
        }
        return name
    }
}

/// Many roles in one entry: each takes the paths whose hash begins with its number (TAP 15).
struct SuccinctRoles {
    private let namePrefix: String
    /// How many bits of the path's hash choose the role: 1 to 32.
    private let bitCount: Int
    private let trust: RoleTrust

    init(
        _ cursor: JSONCursor, keys: [String: PublicKey], limits: TUFLimits
    ) throws(JSONShapeError) {
        namePrefix = try cursor.member("name_prefix").delegatedRoleName(limits)
        bitCount = Int(try cursor.member("bit_length").integer(in: 1...32))
        trust = try RoleTrust(cursor, keys: keys)
    }

    func role(for path: TargetPath) -> DelegatedRole {
        // The hash's first 8 digits are its first 32 bits.
        let bits = UInt32(Substring(path.hash.utf8.prefix(8)), radix: 16) ?? 0
        let number = String(bits >> (32 - UInt32(bitCount)), radix: 16)
        let digitCount = (bitCount + 3) / 4
        let padding = String(repeating: "0", count: digitCount - number.utf8.count)
        return DelegatedRole(succinct: "\(namePrefix)-\(padding)\(number)", trust: trust)
    }
}

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

    func covers(_ path: TargetPath) -> Bool {
        switch scope {
        case .chosenPath: true
        case .patterns(let patterns): patterns.contains { $0.matches(path) }
        case .hashPrefixes(let prefixes): prefixes.contains { path.hash.utf8.starts(with: $0.utf8) }
        }
    }
}
