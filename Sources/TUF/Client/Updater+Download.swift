extension Updater {
    /// Fetches a file that the repository vouches for (5.7), handing its bytes on as they come.
    ///
    /// No more than its length is ever handed on. Whether the bytes are the right ones is known at the
    /// end only: what the sink was given counts for nothing unless this returns.
    ///
    /// - Parameters:
    ///   - target: one of ``targets``, or what ``target(named:)`` found.
    ///   - sink: takes each piece; an error it throws ends the transfer and comes out as
    ///     ``UpdateError/transfer(_:)``.
    /// - Throws: ``UpdateError``, for another length and where any listed hash is not that of the bytes.
    public func download(
        _ target: TargetFile, sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(UpdateError) {
        let path = try path(of: target)
        var hasher = FileHasher(for: target.hashes)
        let outcome = try transfer(
            FetchRequest(base: .targets, path: path, lengthBytesMax: target.lengthBytes)
        ) { (piece) throws(FetchError) in
            hasher.update(piece)
            try sink(piece)
        }
        guard case .found = outcome else { throw .transfer(.absent(path: path)) }
        try repository { () throws(RepositoryError) in try hasher.verify(target) }
    }

    /// Where a target is to be fetched, below the targets' base address.
    func path(of target: TargetFile) throws(UpdateError) -> String {
        guard let root = trusted?.root else {
            preconditionFailure("a download before a refresh")
        }
        let path = target.requestPath(consistentSnapshot: root.consistentSnapshot)
        guard Self.staysBelowBase(path) else {
            throw .repository(
                .malformed(
                    file: target.path, problem: "expected a path below the base, found . or .."))
        }
        return path
    }

    /// Whether no segment leads upwards, encoded or not: below a folder, `..` would leave it.
    static func staysBelowBase(_ path: String) -> Bool {
        path.split(separator: "/").allSatisfy { segment in
            let dots = segment.lowercased().split(
                separator: "%2e", omittingEmptySubsequences: false
            )
            .joined(separator: ".")
            return dots != "." && dots != ".."
        }
    }
}
