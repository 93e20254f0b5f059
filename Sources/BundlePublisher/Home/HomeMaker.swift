import Files
import TUF

/// Makes a publisher's home: two root keys, one online key, the first root and the configuration.
package struct HomeMaker {
    /// The home's place; nothing may be there, or an empty folder.
    package let home: Home
    /// When root is signed.
    package let now: UTCTime
    /// What each root key is sealed with; nil leaves them open.
    package var passphrases: [[UInt8]]?
    /// The repository that the configuration names; nil for none.
    package var repository: String?
    /// What a guess at a passphrase costs.
    var cost = KeySeal.Cost.standard

    /// Describes a home; writes nothing yet.
    package init(
        home: Home, now: UTCTime, passphrases: [[UInt8]]? = nil, repository: String? = nil,
        cost: KeySeal.Cost = KeySeal.Cost.standard
    ) {
        self.home = home
        self.now = now
        self.passphrases = passphrases
        self.repository = repository
        self.cost = cost
    }

    /// What was made, without secrets.
    package struct Made {
        /// The root keys' files and identifiers.
        package let rootKeys: [(path: String, keyID: String)]
        package let onlineKeyID: String
        package let rootExpires: UTCTime
    }

    /// The root keys' file names: two, for two people.
    package static let rootKeyNames = ["root-a", "root-b"]

    /// Files that are committed with the home.
    private static let committed = [
        // Keys are secret, and each checkout remembers what it has seen itself.
        (".gitignore", "keys/\nseen/\n"),
        // A merge of two branches keeps the decisions of both.
        (".gitattributes", "\(DecisionsFile.name) merge=union text eol=lf\n"),
        (DecisionsFile.name, DecisionsFile.heading),
    ]

    /// Throws if something is there already; it is never overwritten.
    package func refuseOccupied() throws(PublishError) {
        let isFree = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            switch try Files.kind(home.path) {
            case nil: true
            case .directory: try Files.names(in: home.path).isEmpty
            default: false
            }
        }
        guard isFree else {
            throw .home(.occupied(path: home.path))
        }
    }

    /// Makes the home, whole or not at all.
    ///
    /// - Throws: ``PublishError`` if something is there already.
    @discardableResult
    package func make() throws(PublishError) -> Made {
        // Nothing is written beside what is there.
        try refuseOccupied()
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.createDirectoriesAndSync(Paths.parent(of: home.path))
        }
        let lock = "\(unfinished.path).lock"
        let made = try whileLocked(lock) { () throws(PublishError) in
            defer { try? Files.remove(lock) }
            return try makeWhileLocked()
        }
        guard let made else { throw .home(.busy(path: home.path)) }
        return made
    }

    /// The home while it is made; a killed `init` leaves it.
    private var unfinished: Home {
        let name = home.path.split(separator: "/").last ?? "home"
        return Home(
            path: "\(Paths.parent(of: home.path))/\(Files.temporaryPrefix)\(name)")
    }

    private func makeWhileLocked() throws(PublishError) -> Made {
        // Another `init` may have made it meanwhile.
        try refuseOccupied()
        let rootKeys = Self.rootKeyNames.map { _ in SigningKey() }
        let online = SigningKey()
        let root = try sign(rootKeys, online)
        var keyFiles = [("online", online.encoded())]
        for (at, key) in rootKeys.enumerated() {
            let file =
                if let passphrases {
                    try KeyFile.sealed(key, with: passphrases[at], cost: cost)
                } else {
                    key.encoded()
                }
            keyFiles.append((Self.rootKeyNames[at], file))
        }
        try write(root, keyFiles)
        return Made(
            rootKeys: zip(Self.rootKeyNames, rootKeys).map { name, key in
                ("\(home.keysPath)/\(name).key", key.publicKey.keyID)
            },
            onlineKeyID: online.publicKey.keyID, rootExpires: root.expires)
    }

    private func sign(
        _ rootKeys: [SigningKey], _ online: SigningKey
    ) throws(PublishError) -> SignedMetadata {
        do throws(SigningError) {
            let draft = RootDraft(
                expires: HomeConfiguration.standard.expiry(of: .root, signedAt: now),
                root: RoleKeys(rootKeys.map(\.publicKey)), online: RoleKeys([online.publicKey]))
            return try draft.signed(by: rootKeys)
        } catch {
            throw .key(.signing(error))
        }
    }

    private func write(
        _ root: SignedMetadata, _ keyFiles: [(name: String, bytes: [UInt8])]
    ) throws(PublishError) {
        let parent = Paths.parent(of: home.path)
        let configuration = Array(HomeConfiguration.text(repository: repository).utf8)
        let made = unfinished
        // This also removes what a killed `init` left: keys that nobody has used.
        defer { try? Files.removeTree(made.path) }
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.removeTree(made.path)
            try Files.createDirectoriesAndSync(made.metadataPath)
        }
        try made.makeKeysFolder()
        try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.createFileSyncingContent(
                at: made.configurationPath, with: configuration, mode: 0o644)
            for (name, text) in Self.committed {
                try Files.createFileSyncingContent(
                    at: "\(made.path)/\(name)", with: Array(text.utf8), mode: 0o644)
            }
            try Files.createFileSyncingContent(
                at: "\(made.metadataPath)/\(root.fileName())", with: root.bytes, mode: 0o644)
            for file in keyFiles {
                try Files.createFileSyncingContent(
                    at: "\(made.keysPath)/\(file.name).key", with: file.bytes, mode: 0o600)
            }
            for folder in [made.metadataPath, made.keysPath, made.path] {
                try Files.syncDirectory(folder)
            }
            // The rename replaces an empty folder and fails over anything else.
            try Files.rename(made.path, to: home.path)
            try Files.syncDirectory(parent)
        }
    }
}
