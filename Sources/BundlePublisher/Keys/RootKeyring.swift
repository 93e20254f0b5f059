import Files
import SeasonAuthoring
import TUF

/// The root keys at hand, of one person or of several.
package struct RootKeyring {
    package static let environmentName = "BUNDLE_PUBLISH_ROOT_KEY"

    private let files: [KeyFile]
    /// Whether a person named the keys: then all of them sign, else as many as are needed.
    private let areNamed: Bool

    /// Gathers the keys: those named on the command line, else the environment's, else those in the home.
    ///
    /// They may still be sealed.
    package init(_ named: [SecretFile], environment: String?, home: Home) throws(PublishError) {
        if named.isEmpty, let given = try KeyFile.given(environment, in: Self.environmentName) {
            (files, areNamed) = ([given], true)
            return
        }
        let paths = try named.isEmpty ? home.rootKeyPaths().map(SecretFile.init(path:)) : named
        files = try paths.map { (path) throws(PublishError) in try KeyFile.read(path) }
        areNamed = !named.isEmpty
    }

    /// Signs with them; throws if a named key is not one that may sign, or does not open.
    package func sign(
        _ pending: inout PendingRoot, _ passphrases: inout Passphrases
    ) throws(PublishError) {
        let able = pending.draft.root.keys + (pending.draft.predecessor?.keys ?? [])
        var unopened: PublishError?
        for file in files {
            let keyID = file.publicKey.keyID
            guard able.contains(where: { $0.keyID == keyID }) else {
                guard areNamed else { continue }
                throw PublishError(
                    "\(file.place): expected a key of root \(pending.draft.version) or the one before it, "
                        + "found \(KeyName.shown(keyID))",
                    remedy: "\(.keys("list")) shows the root keys")
            }
            let isNeeded = pending.missing.contains { $0.keyIDs.contains(keyID) }
            guard isNeeded || (areNamed && !pending.signers.contains(keyID)) else { continue }
            let key: SigningKey
            do throws(PublishError) {
                key = try file.unlocked(by: &passphrases)
            } catch {
                guard !areNamed else { throw error }
                // The key may belong to another person, and another key may be enough.
                unopened = unopened ?? error
                continue
            }
            try signing(try pending.sign(by: key))
        }
        if let unopened, !pending.missing.isEmpty { throw unopened }
    }
}

extension Home {
    /// The root key files here, `root-a.key` and so on, by name.
    package func rootKeyPaths() throws(PublishError) -> [String] {
        try onDisk { () throws(FileError) in
            guard try Files.kind(keysPath) == .directory else { return [] }
            return try Files.names(in: keysPath)
                .filter { $0.hasPrefix("root-") && $0.hasSuffix(".key") }
                .map { "\(keysPath)/\($0)" }
        }
    }

    /// The path of the next root key: the first letter that is free.
    package func nextRootKeyPath() throws(PublishError) -> String {
        let taken = try rootKeyPaths()
        let paths = "abcdefghijklmnopqrstuvwxyz".map { "\(keysPath)/root-\($0).key" }
        guard let path = paths.first(where: { !taken.contains($0) }) else {
            throw PublishError("\(keysPath): expected fewer than 26 root keys, found as many")
        }
        return path
    }
}
