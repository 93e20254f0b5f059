import TUF

/// The differences between two roots, which people read before they sign the new one.
package struct RootDifference: Equatable {
    /// One line for each difference, root keys first: `+ root key 1a2b3c4d5e6f`.
    package let lines: [String]
    /// True if it removes a key that signs what is published.
    package let replacesOnlineKey: Bool
    /// What a person must know if every root key must sign from now on, and not all of them had to before.
    package let warning: String?

    init(from old: RootDraft, to new: RootDraft) {
        var lines = Self.lines("root key", "", old.root, new.root)
        let isShared = new.timestamp == new.snapshot && new.snapshot == new.targets
        let online = [
            (TopLevelRole.timestamp, old.timestamp, new.timestamp),
            (.snapshot, old.snapshot, new.snapshot), (.targets, old.targets, new.targets),
        ]
        for (role, before, after) in online {
            let found = Self.lines(
                "online key", isShared ? "" : " (\(role.rawValue))", before, after)
            // One key for all three is shown once.
            lines += found.filter { !lines.contains($0) }
        }
        if new.expires != old.expires {
            lines.append("expires \(new.expires) (before: \(old.expires))")
        }
        if new.consistentSnapshot != old.consistentSnapshot {
            lines.append("consistent snapshots \(new.consistentSnapshot ? "on" : "off")")
        }
        let needsAll = { (root: RoleKeys) in root.keys.count == root.threshold }
        self.lines = lines
        replacesOnlineKey = online.contains { _, before, after in
            !Set(before.keys.map(\.keyID)).isSubset(of: after.keys.map(\.keyID))
        }
        warning =
            needsAll(new.root) && !needsAll(old.root)
            ? "every root key must sign from now on: if one is lost, no root can follow; "
                + "add another with keys add-root" : nil
    }

    private static func lines(
        _ kind: String, _ role: String, _ old: RoleKeys, _ new: RoleKeys
    ) -> [String] {
        let (before, after) = (old.keys.map(\.keyID), new.keys.map(\.keyID))
        let added = after.filter { !before.contains($0) }
        let removed = before.filter { !after.contains($0) }
        var lines = added.map { "+ \(kind) \(KeyName.shown($0))\(role)" }
        lines += removed.map { "- \(kind) \(KeyName.shown($0))\(role)" }
        if new.threshold != old.threshold {
            lines.append("\(new.threshold) \(kind)s must sign (before: \(old.threshold))\(role)")
        }
        return lines
    }
}
