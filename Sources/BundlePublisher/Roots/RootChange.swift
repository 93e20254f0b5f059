import TUF

/// What a new root does otherwise than the one before it.
package enum RootChange {
    /// Another online key takes over all three online roles; the old one counts for nothing.
    case rotateOnline(PublicKey)
    case addRoot(PublicKey)
    case removeRoot(PublicKey)
    /// Nothing but a later expiry.
    case renewRoot
    /// So many root keys must sign from now on.
    case threshold(Int)

    /// Makes the change.
    ///
    /// - Parameter draft: the next root, like the one before it.
    /// - Returns: the next root.
    /// - Throws: ``PublishError`` where the root could not be signed, or says so already.
    func applied(to draft: RootDraft) throws(PublishError) -> RootDraft {
        var draft = draft
        switch self {
        case .rotateOnline(let key):
            let keys = RoleKeys([key])
            (draft.timestamp, draft.snapshot, draft.targets) = (keys, keys, keys)
        case .addRoot(let key):
            guard !draft.root.keys.contains(where: { $0.keyID == key.keyID }) else {
                throw .failed("root: expected a key that it does not have, found one of its own")
            }
            draft.root.keys.append(key)
        case .removeRoot(let key):
            draft.root.keys.removeAll { $0.keyID == key.keyID }
            guard draft.root.keys.count >= draft.root.threshold else {
                throw .failed(
                    "root: expected \(draft.root.threshold) keys to be left, its threshold, "
                        + "found \(draft.root.keys.count)",
                    remedy: "first add a key with keys add-root, or lower the threshold")
            }
        case .renewRoot: break
        case .threshold(let threshold):
            guard (1...draft.root.keys.count).contains(threshold) else {
                throw .failed(
                    "threshold: expected from 1 to \(draft.root.keys.count), the number of root "
                        + "keys, found \(threshold)",
                    remedy: "more keys are added with keys add-root")
            }
            guard threshold != draft.root.threshold else {
                throw .failed("threshold: expected another one, found \(threshold) as before")
            }
            draft.root.threshold = threshold
        }
        return draft
    }
}

/// What a root changes, in lines: whoever signs it should have read them.
package struct RootDifference: Equatable {
    /// One line for each change: `+ root key 1a2b3c4d5e6f`.
    package let lines: [String]
    /// Whether it takes a key away that signs what is published.
    package let replacesOnlineKey: Bool
    /// What may be regretted; nil where nothing is, or was so before.
    package let warning: String?

    /// Compares.
    ///
    /// - Parameters:
    ///   - old: the root before, as a draft that changes nothing.
    ///   - new: the next root.
    package init(from old: RootDraft, to new: RootDraft) {
        var lines = Self.changes("root key", old.root, new.root)
        var replacesOnlineKey = false
        var shown: [[String]] = []
        for (role, path) in [
            ("timestamp", \RootDraft.timestamp), ("snapshot", \.snapshot), ("targets", \.targets),
        ] {
            let (before, after) = (old[keyPath: path], new[keyPath: path])
            let (oldKeys, newKeys) = (Set(before.keys.map(\.keyID)), Set(after.keys.map(\.keyID)))
            if !newKeys.isSuperset(of: oldKeys) { replacesOnlineKey = true }
            // One key for all three is shown once.
            let changes = Self.changes("online key", before, after)
            if !changes.isEmpty, !shown.contains(changes) {
                shown.append(changes)
                let isShared = new.timestamp == new.snapshot && new.snapshot == new.targets
                lines += isShared ? changes : changes.map { "\($0) (\(role))" }
            }
        }
        if new.expires != old.expires {
            lines.append("expires \(new.expires), before \(old.expires)")
        }
        if new.consistentSnapshot != old.consistentSnapshot {
            lines.append("consistent snapshots \(new.consistentSnapshot ? "on" : "off")")
        }
        let needsAll = { (root: RoleKeys) in root.keys.count == root.threshold }
        warning =
            needsAll(new.root) && !needsAll(old.root)
            ? "every root key must sign from now on: if one is lost, no root can follow; "
                + "add another with keys add-root" : nil
        self.lines = lines
        self.replacesOnlineKey = replacesOnlineKey
    }

    private static func changes(_ kind: String, _ old: RoleKeys, _ new: RoleKeys) -> [String] {
        let (before, after) = (old.keys.map(\.keyID), new.keys.map(\.keyID))
        var lines = after.filter { !before.contains($0) }.map { "+ \(kind) \(shown($0))" }
        lines += before.filter { !after.contains($0) }.map { "- \(kind) \(shown($0))" }
        if new.threshold != old.threshold {
            lines.append("\(new.threshold) \(kind)s must sign, before \(old.threshold)")
        }
        return lines
    }

    private static func shown(_ keyID: String) -> Substring { keyID.prefix(KeyName.shownDigits) }
}
