/// Searches a file in the targets and in the roles these delegate to, pre-order, each role once (specification 5.6.7).
struct DelegationSearch {
    let set: TrustedMetadataSet
    let store: StoredFiles
    /// By delegator and role, because two roles may delegate to the same name with different keys.
    private(set) var verified: [String: TargetsMetadata] = [:]

    mutating func target(
        named path: String, from source: MetadataSource
    ) throws(UpdateError) -> TargetFile? {
        let limits = source.limits
        guard let top = set.targets, path.utf8.count <= limits.pathBytesMax else { return nil }
        if let file = top.target(at: path) { return file }

        let name = TopLevelRole.targets.rawValue
        let targetPath = TargetPath(path)
        var pending = Self.delegations(of: top, named: name, for: targetPath)
        var visited: Set<String> = [name]
        while let (delegator, role) = pending.popLast() {
            // All pending roles come after this role, and a terminating role cuts them off.
            if role.isTerminating { pending = [] }
            guard visited.insert(PercentEncoder.component(role.name)).inserted else { continue }
            guard visited.count <= limits.delegationsMax + 1 else {
                throw .repository(.tooManyDelegations(limit: limits.delegationsMax, path: path))
            }
            let metadata = try delegatedTargets(role, delegator, from: source)
            if let file = metadata.target(at: path) { return file }
            pending += Self.delegations(of: metadata, named: role.name, for: targetPath)
        }
        return nil
    }

    /// The roles to visit after one role, the first of them last.
    private static func delegations(
        of metadata: TargetsMetadata, named delegator: String, for path: TargetPath
    ) -> [(delegator: String, role: DelegatedRole)] {
        (metadata.delegations?.roles(for: path) ?? []).reversed().map { (delegator, $0) }
    }

    /// A delegated role's metadata: verified before, else stored, else fetched.
    private mutating func delegatedTargets(
        _ role: DelegatedRole, _ delegator: String, from source: MetadataSource
    ) throws(UpdateError) -> TargetsMetadata {
        // Percent-encoded, because `String` counts different spellings of a letter as equal.
        let edge = [delegator, role.name].map(PercentEncoder.component).joined(separator: "/")
        if let known = verified[edge] { return known }
        let metadata: TargetsMetadata
        if let stored = try store.load(StoredFiles.name(ofRole: role.name)),
            let known = try? set.verifiedTargets(stored, role: role.name, trust: role.trust)
        {
            metadata = known
        } else {
            metadata = try fetch(role, from: source)
        }
        verified[edge] = metadata
        return metadata
    }

    private func fetch(
        _ role: DelegatedRole, from source: MetadataSource
    ) throws(UpdateError) -> TargetsMetadata {
        let listed = try verifying { () throws(RepositoryError) in
            try set.listedFile(of: role.name)
        }
        let bytes = try source.fetchListed(
            PercentEncoder.component(role.name), listed,
            lengthBytesMax: source.limits.targetsBytesMax,
            versioned: set.root.consistentSnapshot)
        let metadata = try verifying { () throws(RepositoryError) in
            try set.verifiedTargets(bytes, role: role.name, trust: role.trust)
        }
        try store.save(bytes, as: StoredFiles.name(ofRole: role.name))
        return metadata
    }
}
