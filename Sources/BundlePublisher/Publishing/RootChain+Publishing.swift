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

    /// The roots after the first `count`, each with a signature that a client accepts.
    func signed(
        after count: Int, in folder: String
    ) throws(PublishError) -> [SignedMetadata] {
        var signed: [SignedMetadata] = []
        for root in files.dropFirst(count) {
            signed.append(
                try converting(try SignedMetadata(root.bytes, role: .root)) {
                    (error: RepositoryError) in .refused("\(folder)/\(root.name): \(error)")
                })
        }
        return signed
    }
}
