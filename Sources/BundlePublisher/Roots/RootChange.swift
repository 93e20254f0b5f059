import SeasonAuthoring
import TUF

/// One change of the root, which root keys sign.
package enum RootChange {
    /// Another online key for all three online roles; what the old one has signed counts for nothing.
    case rotateOnline(PublicKey)
    case addRoot(PublicKey)
    case removeRoot(PublicKey)
    /// Only a later expiry.
    case renewRoot
    case threshold(Int)

    /// Makes the change; throws if the root could not be signed, or has this setting already.
    func applied(to draft: RootDraft) throws(PublishError) -> RootDraft {
        var draft = draft
        switch self {
        case .rotateOnline(let key):
            let keys = RoleKeys([key])
            (draft.timestamp, draft.snapshot, draft.targets) = (keys, keys, keys)
        case .addRoot(let key):
            guard !draft.root.keys.contains(where: { $0.keyID == key.keyID }) else {
                throw PublishError(
                    "root: expected a key that it does not have, found one of its own")
            }
            draft.root.keys.append(key)
        case .removeRoot(let key):
            draft.root.keys.removeAll { $0.keyID == key.keyID }
            guard draft.root.keys.count >= draft.root.threshold else {
                throw PublishError(
                    "root: expected \(draft.root.threshold) keys to be left, its threshold, "
                        + "found \(draft.root.keys.count)",
                    remedy: "first add a key with keys add-root, or lower the threshold")
            }
        case .renewRoot: break
        case .threshold(let threshold):
            guard (1...draft.root.keys.count).contains(threshold) else {
                throw PublishError(
                    "threshold: expected from 1 to \(draft.root.keys.count), the number of root keys, "
                        + "found \(threshold)",
                    remedy: "more keys are added with keys add-root")
            }
            guard threshold != draft.root.threshold else {
                throw PublishError("threshold: expected another one, found \(threshold) as before")
            }
            draft.root.threshold = threshold
        }
        return draft
    }
}
