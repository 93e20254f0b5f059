import Files
import TUF

/// The key that signs targets, snapshot and timestamp: CI's secret.
package enum OnlineKey {
    /// The environment variable that may hold the key itself.
    package static let environmentName = "BUNDLE_PUBLISH_ONLINE_KEY"

    /// The online key: from the file named on the command line, else from the environment, else from
    /// the home.
    ///
    /// - Parameters:
    ///   - home: the publisher's folder.
    ///   - option: the file named on the command line.
    ///   - environment: the variable's value.
    ///   - passphrases: where the passphrase of a sealed key may come from.
    /// - Returns: the key.
    /// - Throws: ``PublishError`` if it cannot be read, is no key, or others can read it.
    package static func read(
        home: Home, option: SecretFile?, environment: String?,
        passphrases: PassphraseSources = PassphraseSources()
    ) throws(PublishError) -> SigningKey {
        let file: KeyFile
        if let option {
            file = try KeyFile.read(option)
        } else if let environment, !environment.isEmpty {
            file = try KeyFile(Array(environment.utf8), from: environmentName)
        } else {
            file = try kept(in: home)
        }
        var passphrases = try passphrases.withoutFiles.read()
        return try file.unlocked(by: &passphrases)
    }

    /// The home's own key: the next one as soon as the newest root names it.
    private static func kept(in home: Home) throws(PublishError) -> KeyFile {
        // Throws if there is no root. Then the person must make a home, or name another one.
        let roots = try home.roots()
        if let next = try next(in: home, trustedBy: roots) { return next }
        return try KeyFile.read(
            SecretFile(path: home.onlineKeyPath), advice: .giveOnlineKey)
    }

    /// The next online key, if there is one that the newest root names.
    ///
    /// - Parameters:
    ///   - home: the publisher's folder.
    ///   - roots: its roots.
    /// - Returns: the key file, or nil.
    /// - Throws: ``PublishError`` if it cannot be read.
    package static func next(in home: Home, trustedBy roots: RootChain) throws(PublishError)
        -> KeyFile?
    {
        let path = home.nextOnlineKeyPath
        guard
            try mapFileErrors(
                to: PublishError.file, { () throws(FileError) in try Files.kind(path) }) != nil
        else {
            return nil
        }
        let next = try KeyFile.read(SecretFile(path: path))
        let expires = try roots.newestMetadata().expires
        let named = try roots.next(expires: expires).timestamp.keys
        return named.contains { $0.keyID == next.publicKey.keyID } ? next : nil
    }
}
