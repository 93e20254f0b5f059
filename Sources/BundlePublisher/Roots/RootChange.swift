import TUF

/// What a new root changes.
package enum RootChange {
    /// Another online key for all three online roles; what the old one has signed counts for nothing.
    case rotateOnline(PublicKey)
    case addRoot(PublicKey)
    case removeRoot(PublicKey)
    /// Only a later expiry.
    case renewRoot
    /// Another number of root keys that must sign.
    case threshold(Int)

    /// Makes the change.
    ///
    /// - Throws: ``PublishError`` if the root could not be signed, or has this setting already.
    func applied(to draft: RootDraft) throws(PublishError) -> RootDraft {
        var draft = draft
        switch self {
        case .rotateOnline(let key):
            let keys = RoleKeys([key])
            (draft.timestamp, draft.snapshot, draft.targets) = (keys, keys, keys)
        case .addRoot(let key):
            guard !draft.root.keys.contains(where: { $0.keyID == key.keyID }) else {
                throw .root(.hasKey)
            }
            draft.root.keys.append(key)
        case .removeRoot(let key):
            draft.root.keys.removeAll { $0.keyID == key.keyID }
            guard draft.root.keys.count >= draft.root.threshold else {
                throw .root(
                    .tooFewKeys(count: draft.root.keys.count, threshold: draft.root.threshold))
            }
        case .renewRoot: break
        case .threshold(let threshold):
            guard (1...draft.root.keys.count).contains(threshold) else {
                throw .root(.thresholdOutOfRange(threshold, keys: draft.root.keys.count))
            }
            guard threshold != draft.root.threshold else {
                throw .root(.thresholdUnchanged(threshold))
            }
            draft.root.threshold = threshold
        }
        return draft
    }
}
