import Files
import SeasonAuthoring
import TUF

/// The key that signs targets, snapshot and timestamp: CI's secret.
package enum OnlineKey {
    package static let environmentName = "BUNDLE_PUBLISH_ONLINE_KEY"

    /// The online key: from the file named on the command line, else from the environment, else from
    /// the home.
    package static func read(
        home: Home, option: SecretFile?, environment: String?,
        passphrases: Passphrases = Passphrases(known: [])
    ) throws(PublishError) -> SigningKey {
        let file: KeyFile
        if let option {
            file = try KeyFile.read(option)
        } else if let environment, !environment.isEmpty {
            file = try KeyFile(Array(environment.utf8), from: environmentName)
        } else {
            file = try kept(in: home)
        }
        var passphrases = passphrases
        return try file.unlocked(by: &passphrases)
    }

    /// The home's own key that the newest root names, wherever it is; else the one in its usual place.
    private static func kept(in home: Home) throws(PublishError) -> KeyFile {
        // Throws if there is no root. Then the person must make a home, or name another one.
        let roots = try home.roots()
        if let known = try named(in: home, by: roots) { return known }
        for path in [home.nextOnlineKeyPath, home.asideOnlineKeyPath] {
            if let file = try file(at: path, trustedBy: roots) { return file }
        }
        let remedy: Advice =
            "name the key with --key, or put it into \(environmentName); if it is lost: "
            + "\(.keys("rotate-online"))"
        return try KeyFile.read(SecretFile(path: home.onlineKeyPath), remedy: remedy)
    }

    /// The key in its usual place, if it can be read and the newest root names it.
    static func named(in home: Home, by roots: RootChain) throws(PublishError) -> KeyFile? {
        guard let file = try? KeyFile.read(SecretFile(path: home.onlineKeyPath)) else { return nil }
        return try roots.namesOnline(file.publicKey) ? file : nil
    }

    /// The key in a file, if there is one that the newest root names.
    static func file(
        at path: String, trustedBy roots: RootChain
    ) throws(PublishError) -> KeyFile? {
        guard try onDisk(try Files.kind(path)) != nil else { return nil }
        let next = try KeyFile.read(SecretFile(path: path))
        return try roots.namesOnline(next.publicKey) ? next : nil
    }
}

extension RootChain {
    fileprivate func namesOnline(_ key: PublicKey) throws(PublishError) -> Bool {
        try next(expires: newestMetadata().expires).namesOnline(key)
    }
}

extension RootDraft {
    func namesOnline(_ key: PublicKey) -> Bool {
        timestamp.keys.contains { $0.keyID == key.keyID }
    }
}
