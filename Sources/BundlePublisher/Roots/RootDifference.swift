import TUF

/// The differences between two roots, which people read before they sign the new one.
package struct RootDifference: Equatable {
    /// One thing that is different.
    package enum Change: Equatable {
        case added(KeyKind, keyID: String)
        case removed(KeyKind, keyID: String)
        /// Another number of keys must sign.
        case threshold(KeyKind, now: Int, before: Int)
        case expiry(now: UTCTime, before: UTCTime)
        case consistentSnapshots(Bool)
    }

    /// What a key signs.
    package enum KeyKind: Equatable {
        case root
        /// Timestamp, snapshot and targets; only `role` if the three roles do not share their keys.
        case online(role: TopLevelRole?)
    }

    /// The differences, root keys first.
    package let changes: [Change]
    /// True if it removes a key that signs what is published.
    package let replacesOnlineKey: Bool
    /// True if every root key must sign from now on, and not all of them had to before.
    ///
    /// If such a key is lost, no root can follow.
    package let needsEveryKeyNow: Bool

    /// Compares two roots.
    package init(from old: RootDraft, to new: RootDraft) {
        var changes = Self.changes(.root, old.root, new.root)
        var replacesOnlineKey = false
        let isShared = new.timestamp == new.snapshot && new.snapshot == new.targets
        for (role, path) in [
            (TopLevelRole.timestamp, \RootDraft.timestamp), (.snapshot, \.snapshot),
            (.targets, \.targets),
        ] {
            let (before, after) = (old[keyPath: path], new[keyPath: path])
            let (oldKeys, newKeys) = (Set(before.keys.map(\.keyID)), Set(after.keys.map(\.keyID)))
            if !newKeys.isSuperset(of: oldKeys) { replacesOnlineKey = true }
            // One key for all three is shown once.
            let found = Self.changes(.online(role: isShared ? nil : role), before, after)
            let isShown = isShared && found.allSatisfy(changes.contains)
            if !isShown { changes += found }
        }
        if new.expires != old.expires {
            changes.append(.expiry(now: new.expires, before: old.expires))
        }
        if new.consistentSnapshot != old.consistentSnapshot {
            changes.append(.consistentSnapshots(new.consistentSnapshot))
        }
        let needsAll = { (root: RoleKeys) in root.keys.count == root.threshold }
        self.changes = changes
        self.replacesOnlineKey = replacesOnlineKey
        needsEveryKeyNow = needsAll(new.root) && !needsAll(old.root)
    }

    private static func changes(_ kind: KeyKind, _ old: RoleKeys, _ new: RoleKeys) -> [Change] {
        let (before, after) = (old.keys.map(\.keyID), new.keys.map(\.keyID))
        var changes = after.filter { !before.contains($0) }.map { Change.added(kind, keyID: $0) }
        changes += before.filter { !after.contains($0) }.map { .removed(kind, keyID: $0) }
        if new.threshold != old.threshold {
            changes.append(.threshold(kind, now: new.threshold, before: old.threshold))
        }
        return changes
    }
}
