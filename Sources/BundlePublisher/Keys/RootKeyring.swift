import BundleArchive
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
    package init(
        _ named: [SecretFile], environment: String?, home: Home, folder: String? = nil
    ) throws(PublishError) {
        if named.isEmpty, let given = try KeyFile.given(environment, in: Self.environmentName) {
            (files, areNamed) = ([given], true)
            return
        }
        let paths =
            try named.isEmpty
            ? home.rootKeyPaths(besides: folder).map(SecretFile.init(path:)) : named
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
    /// The folder for this home's root keys below a person's own data, outside every checkout.
    package func rootKeysFolder(below data: String?) throws(PublishError) -> String? {
        guard let data, let first = try RootChain.read(self)?.first else { return nil }
        return Self.rootKeysFolder(below: data, firstRoot: first)
    }

    static func rootKeysFolder(below data: String, firstRoot: [UInt8]) -> String {
        "\(data)/bundle-publish/\(ContentHasher.hex(of: firstRoot).prefix(12))"
    }

    /// The root key files, `root-a.key` and so on, by name: of the home, and of another folder.
    package func rootKeyPaths(besides folder: String? = nil) throws(PublishError) -> [String] {
        try onDisk { () throws(FileError) in
            var paths: [String] = []
            for folder in [keysPath, folder].compactMap({ $0 })
            where try Files.kind(folder) == .directory {
                paths += try Files.names(in: folder)
                    .filter { $0.hasPrefix("root-") && $0.hasSuffix(".key") }
                    .map { "\(folder)/\($0)" }
            }
            return paths
        }
    }

    /// The path of the next root key: the first letter that is free.
    package func nextRootKeyPath(in folder: String? = nil) throws(PublishError) -> String {
        let taken = try rootKeyPaths(besides: folder)
        let paths = "abcdefghijklmnopqrstuvwxyz".map { "\(folder ?? keysPath)/root-\($0).key" }
        guard let path = paths.first(where: { !taken.contains($0) }) else {
            throw PublishError("\(keysPath): expected fewer than 26 root keys, found as many")
        }
        return path
    }
}
