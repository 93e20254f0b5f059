/// One role as one other trusts it: two may delegate to the same name by different keys.
struct DelegationEdge: Hashable {
    /// Percent-encoded, because `String` would take different spellings of a letter for one.
    let delegator: String
    let role: String

    init(delegator: String, role: String) {
        self.delegator = PercentEncoding.roleName(delegator)
        self.role = PercentEncoding.roleName(role)
    }
}

extension Updater {
    /// Finds a file by its path: in the top-level targets, else in the roles these delegate to, fetching
    /// the metadata it needs (5.6.7): pre-order, in order of appearance, each role once.
    ///
    /// - Parameter path: the target's path; after ``refresh()``.
    /// - Returns: the file, or nil where no role trusted for the path lists it.
    /// - Throws: ``UpdateError``.
    public mutating func target(named path: String) throws(UpdateError) -> TargetFile? {
        guard let set = trusted, let top = set.targets, path.utf8.count <= limits.pathBytesMax
        else { return nil }
        if let file = top.target(at: path) { return file }

        let name = TopLevelRole.targets.rawValue
        let targetPath = TargetPath(path)
        var pending = Self.edges(from: top, named: name, for: targetPath)
        var visited: Set<String> = [name]
        while let (edge, branch) = pending.popLast() {
            // What is pending lies behind this role; a terminating one cuts it off.
            if branch.isTerminating { pending = [] }
            guard visited.insert(edge.role).inserted else { continue }
            guard visited.count <= limits.delegationsMax + 1 else {
                throw .repository(.tooManyDelegations(limit: limits.delegationsMax, path: path))
            }
            let metadata = try delegatedTargets(edge, branch, set)
            if let file = metadata.target(at: path) { return file }
            pending += Self.edges(from: metadata, named: branch.role, for: targetPath)
        }
        return nil
    }

    /// Where to go on from a role, the first to visit last.
    private static func edges(
        from metadata: TargetsMetadata, named role: String, for path: TargetPath
    ) -> [(DelegationEdge, Delegations.Branch)] {
        (metadata.delegations?.branches(for: path) ?? []).reversed().map { branch in
            (DelegationEdge(delegator: role, role: branch.role), branch)
        }
    }

    private mutating func delegatedTargets(
        _ edge: DelegationEdge, _ branch: Delegations.Branch, _ set: TrustedMetadataSet
    ) throws(UpdateError) -> TargetsMetadata {
        if let known = delegated[edge] { return known }
        let stored = try load(StoreName.role(branch.role))
        let metadata: TargetsMetadata
        if let stored,
            let known = try? set.verifiedTargets(stored, role: branch.role, trust: branch.trust)
        {
            metadata = known
        } else {
            let listed = try repository { () throws(RepositoryError) in
                try set.listedFile(of: branch.role)
            }
            let bytes = try fetchListed(
                edge.role, listed, lengthBytesMax: limits.targetsBytesMax,
                versioned: set.root.consistentSnapshot)
            metadata = try repository { () throws(RepositoryError) in
                try set.verifiedTargets(bytes, role: branch.role, trust: branch.trust)
            }
            try save(bytes, as: StoreName.role(branch.role))
        }
        delegated[edge] = metadata
        return metadata
    }
}
