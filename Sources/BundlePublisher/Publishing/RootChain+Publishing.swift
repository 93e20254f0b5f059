import SeasonAuthoring
import TUF

extension RootChain {
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
}
