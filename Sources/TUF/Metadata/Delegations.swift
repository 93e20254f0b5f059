import JSON

/// The roles that a targets role trusts for some of its paths (TUF specification 4.5.1).
struct Delegations {
    /// One role to search for a path.
    struct Branch {
        let role: String
        /// Whether the search ends with this role and the roles below it.
        let isTerminating: Bool
        let trust: RoleTrust
    }

    private enum Kind {
        case listed([DelegatedRole])
        case succinct(SuccinctRoles)
    }

    private let kind: Kind

    init(_ cursor: JSONCursor, limits: TUFLimits) throws(JSONShapeError) {
        let table = try KeyTable(cursor.member("keys"), limits: limits)
        let roles = try cursor.optional("roles")
        let succinct = try cursor.optional("succinct_roles")
        switch (roles, succinct) {
        case (let roles?, nil):
            var listed: [DelegatedRole] = []
            // By code point: `String` would treat different spellings of a letter as one.
            var names: Set<[UInt8]> = []
            for cursor in try roles.elements() {
                let role = try DelegatedRole(cursor, table: table, limits: limits)
                guard names.insert(Array(role.name.utf8)).inserted else {
                    throw try cursor.member("name").mismatch("one role of each name")
                }
                listed.append(role)
            }
            kind = .listed(listed)
        case (nil, let succinct?):
            kind = .succinct(try SuccinctRoles(succinct, table: table, limits: limits))
        default:
            throw cursor.mismatch("either roles or succinct_roles")
        }
    }

    /// The roles to search for a path, in order of appearance.
    func branches(for path: TargetPath) -> [Branch] {
        switch kind {
        case .succinct(let roles): [roles.branch(for: path)]
        case .listed(let roles):
            roles.filter { $0.covers(path) }.map { role in
                Branch(role: role.name, isTerminating: role.isTerminating, trust: role.trust)
            }
        }
    }
}

extension JSONCursor {
    /// The name of a delegated role; it must not be a top-level role's, whose stored file it would
    /// use.
    func delegatedRoleName(_ limits: TUFLimits) throws(JSONShapeError) -> String {
        let name = try string()
        guard !name.isEmpty, TopLevelRole(rawValue: name) == nil else {
            throw mismatch("the name of a delegated role")
        }
        guard PercentEncoding.roleName(name).utf8.count <= limits.roleNameBytesMax else {
            throw mismatch(
                "a name of at most \(limits.roleNameBytesMax) bytes when percent-encoded")
        }
        return name
    }
}
