import Files
import TUF

/// Makes a publisher's home: two root keys, one online key, the first root and the configuration.
struct HomeMaker {
    /// Where; there may be nothing, or an empty folder.
    let home: Home
    /// When root is signed.
    let now: UTCTime

    /// Makes the home, whole or not at all.
    ///
    /// - Throws: ``PublishError`` where something is there already; it is never overwritten.
    func make() throws(PublishError) {
        let rootKeys = [SigningKey(), SigningKey()]
        let online = SigningKey()
        let root: SignedMetadata
        do throws(SigningError) {
            let draft = RootDraft(
                expires: Configuration.standard.expiry(of: .root, signedAt: now),
                root: RoleKeys(rootKeys.map(\.publicKey)), online: RoleKeys([online.publicKey]))
            root = try draft.signed(by: rootKeys)
        } catch {
            throw .failed("\(error)")
        }
        try refuseOccupied()
        let parent = Files.parent(of: home.path)
        let name = home.path.split(separator: "/").last ?? "home"
        let made = Home(path: "\(parent)/\(Files.temporaryPrefix)\(name)")
        // Also what a killed init left: keys that nobody has used.
        defer { try? Files.removeTree(made.path) }
        try onDisk { () throws(FileError) in
            try Files.createDirectories(parent)
            try Files.removeTree(made.path)
            try Files.createDirectories(made.metadataPath)
            try Files.createDirectories(made.keysPath, mode: 0o700)
            try Files.createNew(
                Array(Configuration.text.utf8), at: made.configurationPath, mode: 0o644)
            try Files.createNew(
                root.bytes, at: "\(made.metadataPath)/\(root.fileName())", mode: 0o644)
            try Files.createNew(Array("*\n".utf8), at: "\(made.keysPath)/.gitignore", mode: 0o644)
            for (key, name) in zip(rootKeys + [online], ["root-a", "root-b", "online"]) {
                try Files.createNew(
                    key.encoded(), at: "\(made.keysPath)/\(name).key", mode: 0o600)
            }
            for folder in [made.metadataPath, made.keysPath, made.path] {
                try Files.synchronizeDirectory(folder)
            }
            // Succeeds over an empty folder, fails over anything else.
            try Files.rename(made.path, to: home.path)
            try Files.synchronizeDirectory(parent)
        }
    }

    private func refuseOccupied() throws(PublishError) {
        let isFree = try onDisk { () throws(FileError) in
            switch try Files.kind(home.path) {
            case nil: true
            case .directory: try Files.names(in: home.path).isEmpty
            default: false
            }
        }
        guard isFree else {
            throw .failed(
                "\(home.path): expected nothing or an empty folder, found something",
                remedy: "a home is made once; choose another folder with --home")
        }
    }
}
