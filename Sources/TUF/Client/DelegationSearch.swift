/// Searches a file in the targets and in the roles these delegate to (specification 5.6.7).
///
/// The search is pre-order and follows the order of appearance; it visits each role once.
struct DelegationSearch {
    let set: TrustedMetadataSet
    let store: StoredFiles
    /// The delegated roles verified so far.
    private var verified: [DelegationEdge: TargetsMetadata] = [:]

    /// Prepares searches in verified metadata.
    init(set: TrustedMetadataSet, store: StoredFiles) {
        self.set = set
        self.store = store
    }

    /// Finds a file by its path.
    ///
    /// - Parameters:
    ///   - path: the target's path.
    ///   - source: fetches metadata that the store does not have.
    /// - Returns: the file, or nil if no role that is trusted for the path lists it.
    /// - Throws: ``UpdateError``.
    mutating func target(
        named path: String, from source: MetadataSource
    ) throws(UpdateError) -> TargetFile? {
        let limits = source.limits
        guard let top = set.targets, path.utf8.count <= limits.pathBytesMax else { return nil }
        if let file = top.target(at: path) { return file }

        let name = TopLevelRole.targets.rawValue
        let targetPath = TargetPath(path)
        var pending = Self.edges(from: top, named: name, for: targetPath)
        var visited: Set<String> = [name]
        while let (edge, branch) = pending.popLast() {
            // All pending roles come after this role, and a terminating role cuts them off.
            if branch.isTerminating { pending = [] }
            guard visited.insert(edge.role).inserted else { continue }
            guard visited.count <= limits.delegationsMax + 1 else {
                throw .repository(.tooManyDelegations(limit: limits.delegationsMax, path: path))
            }
            let metadata = try delegatedTargets(edge, branch, from: source)
            if let file = metadata.target(at: path) { return file }
            pending += Self.edges(from: metadata, named: branch.role, for: targetPath)
        }
        return nil
    }

    /// The roles to visit after one role, the first of them last.
    private static func edges(
        from metadata: TargetsMetadata, named role: String, for path: TargetPath
    ) -> [(DelegationEdge, Delegations.Branch)] {
        (metadata.delegations?.branches(for: path) ?? []).reversed().map { branch in
            (DelegationEdge(delegator: role, role: branch.role), branch)
        }
    }

    /// A delegated role's metadata: verified before, else stored, else fetched.
    private mutating func delegatedTargets(
        _ edge: DelegationEdge, _ branch: Delegations.Branch, from source: MetadataSource
    ) throws(UpdateError) -> TargetsMetadata {
        if let known = verified[edge] { return known }
        let metadata: TargetsMetadata
        if let stored = try store.load(StoreName.role(branch.role)),
            let known = try? set.verifiedTargets(stored, role: branch.role, trust: branch.trust)
        {
            metadata = known
        } else {
            metadata = try fetch(edge, branch, from: source)
        }
        verified[edge] = metadata
        return metadata
    }

    private func fetch(
        _ edge: DelegationEdge, _ branch: Delegations.Branch, from source: MetadataSource
    ) throws(UpdateError) -> TargetsMetadata {
        let listed = try verifying { () throws(RepositoryError) in
            try set.listedFile(of: branch.role)
        }
        let bytes = try source.fetchListed(
            edge.role, listed, lengthBytesMax: source.limits.targetsBytesMax,
            versioned: set.root.consistentSnapshot)
        let metadata = try verifying { () throws(RepositoryError) in
            try set.verifiedTargets(bytes, role: branch.role, trust: branch.trust)
        }
        try store.save(bytes, as: StoreName.role(branch.role))
        return metadata
    }
}

/// One role as another role trusts it: two roles may delegate to the same name with different keys.
private struct DelegationEdge: Hashable {
    /// Percent-encoded, because `String` counts different spellings of a letter as equal.
    let delegator: String
    let role: String

    init(delegator: String, role: String) {
        self.delegator = PercentEncoding.roleName(delegator)
        self.role = PercentEncoding.roleName(role)
    }
}
