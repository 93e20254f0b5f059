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
        var passphrases = passphrases
        let file =
            if let option {
                try KeyFile.read(option)
            } else if let given = try KeyFile.given(environment, in: environmentName) {
                given
            } else {
                try kept(in: home)
            }
        return try file.unlocked(by: &passphrases)
    }

    /// The home's own key that the newest root names, wherever it is; else the one in its usual place.
    private static func kept(in home: Home) throws(PublishError) -> KeyFile {
        // Throws if there is no root. Then the person must make a home, or name another one.
        if let file = try file(in: home, namedBy: home.roots().next()) { return file }
        let remedy: Advice =
            "name the key with --key, or put it into \(environmentName); if it is lost: "
            + "\(.keys("rotate-online"))"
        return try KeyFile.read(SecretFile(path: home.onlineKeyPath), remedy: remedy)
    }

    /// The file of a home with an online key of a root; nil if there is none.
    ///
    /// Throws if none of them is such a key, and one cannot be read.
    static func file(in home: Home, namedBy root: RootDraft) throws(PublishError) -> KeyFile? {
        var problem: PublishError?
        for path in home.onlineKeyPaths {
            do throws(PublishError) {
                if let file = try file(at: path, namedBy: root) { return file }
            } catch {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
        return nil
    }

    /// The key in a file, if there is one that a root names.
    static func file(at path: String, namedBy root: RootDraft) throws(PublishError) -> KeyFile? {
        guard try onDisk(try Files.kind(path)) != nil else { return nil }
        let file = try KeyFile.read(SecretFile(path: path))
        return root.namesOnline(file.publicKey) ? file : nil
    }
}

extension RootDraft {
    func namesOnline(_ key: PublicKey) -> Bool {
        timestamp.keys.contains { $0.keyID == key.keyID }
    }
}
