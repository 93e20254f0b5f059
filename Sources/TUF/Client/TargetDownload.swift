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
        path.utf8.split(separator: UInt8(ascii: "/")).allSatisfy { segment in
            var (rest, dots) = (segment, 0)
            while let count = dotBytes(rest) {
                rest = rest.dropFirst(count)
                dots += 1
            }
            return !rest.isEmpty || !(1...2).contains(dots)
        }
    }

    /// The length of a dot at the beginning, encoded or not; nil if there is none.
    private static func dotBytes(_ text: Substring.UTF8View) -> Int? {
        if text.first == UInt8(ascii: ".") { return 1 }
        let start = text.prefix(3)
        return start.elementsEqual("%2e".utf8) || start.elementsEqual("%2E".utf8) ? 3 : nil
    }
}
