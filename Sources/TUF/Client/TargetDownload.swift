/// Fetches one file that the repository vouches for (specification 5.7).
struct TargetDownload {
    let target: TargetFile
    /// The path of the file, below the targets' base address.
    let path: String
    let source: MetadataSource

    /// Describes a download.
    init(_ target: TargetFile, at path: String, from source: MetadataSource) {
        self.target = target
        self.path = path
        self.source = source
    }

    /// Fetches the whole file and passes on its bytes as they come.
    ///
    /// - Parameter sink: receives each piece.
    /// - Throws: ``UpdateError``, also if length or hashes are not the listed ones.
    func stream(
        to sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(UpdateError) {
        var hasher = FileHasher(for: target.hashes)
        let request = FetchRequest(
            base: .targets, path: path, lengthBytesMax: target.lengthBytes)
        let outcome = try source.transfer(request) { (piece) throws(FetchError) in
            hasher.update(piece)
            try sink(piece)
        }
        guard case .found = outcome else { throw .transfer(.absent(path: path)) }
        try verifying { () throws(RepositoryError) in try hasher.verify(target) }
    }
}

extension TargetFile {
    /// The path to request the file under; nil if it would leave the base address.
    func safeRequestPath(in set: TrustedMetadataSet) -> String? {
        let path = requestPath(consistentSnapshot: set.root.consistentSnapshot)
        return Self.staysBelowBase(path) ? path : nil
    }

    /// True if no segment leads upwards, encoded or not: `..` would leave a folder.
    private static func staysBelowBase(_ path: String) -> Bool {
        path.split(separator: "/").allSatisfy { segment in
            let dots = segment.lowercased()
                .split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
            return dots != "." && dots != ".."
        }
    }
}
