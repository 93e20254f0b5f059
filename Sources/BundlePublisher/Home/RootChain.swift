import SeasonAuthoring
import TUF

/// The roots of a repository from the first to the newest; the first is what agents are given.
package struct RootChain: Equatable {
    /// `1.root.json`, `2.root.json` …; never empty.
    private(set) var files: [MetadataFile]

    /// Where every client starts.
    package var first: [UInt8] { files[0].bytes }
    package var newest: [UInt8] { files[files.count - 1].bytes }

    static func name(_ number: Int) -> String { "\(number).root.json" }

    package init?(_ files: [MetadataFile]) {
        guard !files.isEmpty else { return nil }
        self.files = files
    }

    package func adding(_ file: MetadataFile) -> RootChain {
        var chain = self
        chain.files.append(file)
        return chain
    }

    /// Reads the roots of a home; nil if there is no first one.
    package static func read(_ home: Home) throws(PublishError) -> RootChain? {
        try chain { (name) throws(PublishError) in
            try home.read("metadata/\(name)", lengthBytesMax: TUFLimits.standard.rootBytesMax)
        }
    }

    /// Fetches the roots of a repository; nil if there is no first one.
    ///
    /// None of them is verified.
    package static func fetch(
        from fetcher: any Fetcher, at place: String
    ) throws(PublishError) -> RootChain? {
        try chain { (name) throws(PublishError) in
            try fetcher.wholeFile(name, lengthBytesMax: TUFLimits.standard.rootBytesMax, at: place)
        }
    }

    private static func chain(
        _ load: (String) throws(PublishError) -> [UInt8]?
    ) throws(PublishError) -> RootChain? {
        var files: [MetadataFile] = []
        while files.count <= TUFLimits.standard.rootRotationsMax {
            let name = Self.name(files.count + 1)
            guard let bytes = try load(name) else { break }
            files.append(MetadataFile(name: name, bytes: bytes))
        }
        return RootChain(files)
    }

    // MARK: - What the newest says

    /// A draft of the root that follows the newest, with the same keys and, if no other is given, the same expiry.
    package func next(expires: UTCTime? = nil) throws(PublishError) -> RootDraft {
        try draft(following: files[files.count - 1], expires: expires)
    }

    /// Whether the newest root removes an online key that an older root named.
    ///
    /// Then nothing that was signed under the older root can be trusted.
    package func replacesOnlineKey(since count: Int) throws(PublishError) -> Bool {
        guard files.indices.contains(count - 1), count < files.count else { return false }
        return try RootDifference(from: draft(following: files[count - 1]), to: next())
            .replacesOnlineKey
    }

    /// Throws if the online key is not one that the newest root names.
    func requireOnlineKey(_ key: SigningKey, now: UTCTime) throws(PublishError) {
        guard try !next(expires: now).timestamp.keys.contains(key.publicKey) else { return }
        throw PublishError(
            "online key: expected one that root \(files.count) names, found "
                + KeyName.shown(key.publicKey.keyID),
            remedy:
                "bring this checkout up to date, if another one has made a newer root; else use the key "
                + "that was made with this root; if it is lost: \(.keys("rotate-online"))")
    }

    private func draft(
        following root: MetadataFile, expires: UTCTime? = nil
    ) throws(PublishError) -> RootDraft {
        do throws(RepositoryError) {
            let own = try SignedMetadata(root.bytes, role: .root).expires
            return try RootDraft(following: root.bytes, expires: expires ?? own)
        } catch {
            throw .refused("\(root.name): \(error)")
        }
    }
}
