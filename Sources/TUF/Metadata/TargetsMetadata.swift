import JSON

/// The signed part of targets or of a role it delegates to (TUF specification 4.5).
struct TargetsMetadata {
    let header: MetadataHeader
    /// Sorted by path, by code point.
    let targets: [TargetFile]
    let delegations: Delegations?

    init(_ signed: JSONCursor, limits: TUFLimits) throws(JSONShapeError) {
        header = try MetadataHeader(signed, type: .targets)
        var targets: [TargetFile] = []
        for (path, cursor) in try signed.member("targets").members() {
            guard path.utf8.count <= limits.pathBytesMax else {
                throw cursor.mismatch("a path of at most \(limits.pathBytesMax) bytes")
            }
            targets.append(try TargetFile(path: path, cursor))
        }
        self.targets = targets.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        delegations = try signed.optional("delegations").map { (cursor) throws(JSONShapeError) in
            try Delegations(cursor, limits: limits)
        }
    }

    func target(at path: String) -> TargetFile? {
        var low = 0
        var high = targets.count
        while low < high {
            let middle = low + (high - low) / 2
            if targets[middle].path.utf8.lexicographicallyPrecedes(path.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < targets.count, targets[low].path.utf8.elementsEqual(path.utf8) else {
            return nil
        }
        return targets[low]
    }
}
