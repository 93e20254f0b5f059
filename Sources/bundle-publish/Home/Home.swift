import Files
import TUF

/// The publisher's own folder: configuration, root metadata and keys; only the keys are secret.
struct Home {
    /// The folder.
    let path: String

    var configurationPath: String { "\(path)/configuration.yaml" }
    var metadataPath: String { "\(path)/metadata" }
    /// Where a root waits for signatures; to be shared like the metadata.
    var pendingPath: String { "\(path)/pending" }
    /// The only secret part; git ignores all of it.
    var keysPath: String { "\(path)/keys" }
    var onlineKeyPath: String { "\(keysPath)/online.key" }
    /// An online key that no root names yet.
    var nextOnlineKeyPath: String { "\(keysPath)/online-next.key" }
    private var lockPath: String { "\(keysPath)/.lock" }

    /// The roots kept here.
    ///
    /// - Returns: all of them, from the first.
    /// - Throws: ``PublishError`` where there is none.
    func roots() throws(PublishError) -> RootChain {
        guard let chain = try RootChain.read(metadataPath) else {
            throw .failed(
                "\(metadataPath)/1.root.json: expected the first root, found none",
                remedy: "make a home with bundle-publish init, or name yours with --home")
        }
        return chain
    }

    /// Makes the folder for keys, where a checkout came without it.
    func makeKeysFolder() throws(PublishError) {
        try onDisk { () throws(FileError) in
            guard try Files.kind(keysPath) == nil else { return }
            try Files.createDirectories(keysPath, mode: 0o700)
            try Files.createNew(Array("*\n".utf8), at: "\(keysPath)/.gitignore", mode: 0o644)
        }
    }

    /// Runs `body` while nobody else changes keys or roots here.
    func alone<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value {
        try makeKeysFolder()
        guard let value = try whileLocked(lockPath, body) else {
            throw .failed(
                "\(path): expected nobody else to change its keys, found somebody",
                remedy: "wait for the other command to end")
        }
        return value
    }
}
