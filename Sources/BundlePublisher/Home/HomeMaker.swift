import Files
import SeasonAuthoring
import TUF

/// Makes a publisher's home: two root keys, one online key, the first root and the configuration.
package struct HomeMaker {
    /// The home's place; nothing may be there, or an empty folder.
    package let home: Home
    package let now: UTCTime
    /// What each root key is sealed with; nil leaves them open.
    package var passphrases: [[UInt8]]?
    let repository: String?
    package var rootKeys = RootKeys.home
    var cost = KeySeal.Cost.standard

    package init(
        home: Home, now: UTCTime, passphrases: [[UInt8]]? = nil, repository: String? = nil
    ) {
        (self.home, self.now) = (home, now)
        (self.passphrases, self.repository) = (passphrases, repository)
    }

    package enum RootKeys {
        case home
        case folder(String)
        /// A person's folder for data, in a folder of this home.
        case data(String)
    }

    package struct Made {
        package let rootKeys: [(path: String, keyID: String)]
        package let onlineKeyID: String
        package let rootExpires: UTCTime
    }

    /// The root keys' file names: two, for two people.
    package static let rootKeyNames = ["root-a", "root-b"]

    private var committed: [(path: String, text: String)] {
        [
            // Keys are secret, and each checkout remembers what it has seen itself.
            (".gitignore", "keys/\nseen/\n"),
            ("configuration.yaml", HomeConfiguration.text(repository: repository)),
        ]
    }

    /// Throws if something is there already; it is never overwritten.
    package func refuseOccupied() throws(PublishError) {
        let isFree = try onDisk { () throws(FileError) in
            switch try Files.kind(home.path) {
            case nil: true
            case .directory: try Files.names(in: home.path).isEmpty
            default: false
            }
        }
        guard isFree else {
            throw PublishError(
                "\(home.path): expected nothing or an empty folder, found something",
                remedy: "a home is made once; choose another folder with --home")
        }
    }

    @discardableResult
    package func make() throws(PublishError) -> Made {
        // Look before anything is written next to the home's place.
        try refuseOccupied()
        try onDisk(try Files.createDirectoriesAndSync(Paths.parent(of: home.path)))
        let lock = "\(unfinished.path).lock"
        return try whileLocked(lock, orThrow: home.busy) { () throws(PublishError) in
            defer { try? Files.remove(lock) }
            return try makeWhileLocked()
        }
    }

    /// The home while it is made; a killed `init` leaves it.
    private var unfinished: Home {
        let name = home.path.split(separator: "/").last ?? "home"
        return Home(path: "\(Paths.parent(of: home.path))/\(Files.temporaryPrefix)\(name)")
    }

    private func makeWhileLocked() throws(PublishError) -> Made {
        // Another `init` may have made it meanwhile.
        try refuseOccupied()
        let rootKeys = Self.rootKeyNames.map { _ in SigningKey() }
        let online = SigningKey()
        let draft = RootDraft(
            expires: HomeConfiguration.standard.expiry(of: .root, signedAt: now),
            root: RoleKeys(rootKeys.map(\.publicKey)), online: RoleKeys([online.publicKey]))
        let root = try signing(try draft.signed(by: rootKeys))
        var files: [File] = committed.map { ($0.path, Array($0.text.utf8), 0o644) }
        files.append(("metadata/\(root.fileName())", root.bytes, 0o644))
        files.append(("keys/online.key", online.encoded(), 0o600))
        let folder = try rootKeysFolder(firstRoot: root)
        for (at, key) in rootKeys.enumerated() {
            let bytes =
                if let passphrases {
                    try KeyFile.sealed(key, with: passphrases[at], cost: cost)
                } else {
                    key.encoded()
                }
            let name = "\(Self.rootKeyNames[at]).key"
            if let folder {
                try onDisk { () throws(FileError) in
                    try Files.createDirectoriesAndSync(folder, mode: 0o700)
                    try Files.createFileSyncingContent(
                        at: "\(folder)/\(name)", with: bytes, mode: 0o600)
                    try Files.syncDirectory(folder)
                }
            } else {
                files.append(("keys/\(name)", bytes, 0o600))
            }
        }
        try write(files)
        return Made(
            rootKeys: zip(Self.rootKeyNames, rootKeys).map { name, key in
                ("\(folder ?? home.keysPath)/\(name).key", key.publicKey.keyID)
            },
            onlineKeyID: online.publicKey.keyID, rootExpires: root.expires)
    }

    /// The root keys' folder; nil for the one that is made with the home.
    private func rootKeysFolder(firstRoot root: SignedMetadata) throws(PublishError)
        -> String?
    {
        switch rootKeys {
        case .home: return nil
        case .data(let path): return Home.rootKeysFolder(below: path, firstRoot: root.bytes)
        case .folder(let path):
            guard Paths.isInside(path, home.path) else { return path }
            guard Paths.isInside(path, home.keysPath), Paths.isInside(home.keysPath, path) else {
                throw PublishError(
                    "\(path): in the home, root keys belong in \(home.keysPath)",
                    remedy: "name this folder, or one outside the home, with --root-keys")
            }
            return nil
        }
    }

    private typealias File = (path: String, bytes: [UInt8], mode: UInt32)

    private func write(_ files: [File]) throws(PublishError) {
        let made = unfinished
        // This also removes what a killed `init` left: keys that signed nothing.
        defer { try? Files.removeTree(made.path) }
        try onDisk { () throws(FileError) in
            try Files.removeTree(made.path)
            try Files.createDirectoriesAndSync(made.metadataPath)
        }
        try made.makeKeysFolder()
        try onDisk { () throws(FileError) in
            for file in files {
                try Files.createFileSyncingContent(
                    at: "\(made.path)/\(file.path)", with: file.bytes, mode: file.mode)
            }
            for folder in [made.metadataPath, made.keysPath, made.path] {
                try Files.syncDirectory(folder)
            }
            // The rename replaces an empty folder and fails over anything else.
            try Files.rename(made.path, to: home.path)
            try Files.syncDirectory(Paths.parent(of: home.path))
        }
    }
}
