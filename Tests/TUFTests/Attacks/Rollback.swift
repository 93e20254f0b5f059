import TUF

/// Metadata older than what was trusted before (specification 5.4.3, 5.5.5).
extension Attack {
    static let rollbacks: [Attack] = [
        Attack(
            "an older timestamp (CVE-2022-29173)",
            .repository(.rollback(role: "timestamp", trusted: 2, found: 1)),
            stored: "root 1, timestamp 2, snapshot 2, targets 2"
        ) {
            let old = $0.repository.files["timestamp.json"]
            $0.repository.publish()
            _ = try? $0.refresh()
            $0.repository.files["timestamp.json"] = old
        },
        Attack(
            "a new timestamp that names an older snapshot",
            .repository(.rollback(role: "snapshot", trusted: 2, found: 1)),
            stored: "root 1, timestamp 2, snapshot 2, targets 2"
        ) {
            $0.repository.publish()
            _ = try? $0.refresh()
            $0.repository["snapshot"].version = 0
            $0.repository.publishSnapshot()
            $0.repository.publishTimestamp()
        },
        Attack(
            "a new snapshot that lists older targets",
            .repository(.rollback(role: "targets.json", trusted: 2, found: 1)),
            stored: "root 1, timestamp 3, snapshot 2, targets 2",
            requests: "2.root.json timestamp.json 3.snapshot.json"
        ) {
            $0.repository.publish()
            _ = try? $0.refresh()
            $0.repository["targets"].version = 0
            $0.repository.publish()
        },
        Attack(
            "a new snapshot that lists an older delegated role (CVE-2025-2887)",
            .repository(.rollback(role: "extra.json", trusted: 2, found: 1)),
            stored: "root 1, timestamp 3, snapshot 2, targets 2",
            requests: "2.root.json timestamp.json 3.snapshot.json"
        ) {
            $0.repository["extra"] = .init(keys: [.ed25519(5)], version: 1, expires: World.start)
            $0.repository.publishTargets("extra")
            $0.repository.publish()
            _ = try? $0.refresh()
            $0.repository["extra"].version = 0
            $0.repository.publishTargets("extra")
            $0.repository.publish()
        },
        Attack(
            "a new snapshot that lists a role no more",
            .repository(.removedFromSnapshot(role: "extra.json")),
            stored: "root 1, timestamp 3, snapshot 2, targets 2",
            requests: "2.root.json timestamp.json 3.snapshot.json"
        ) {
            $0.repository["extra"] = .init(keys: [.ed25519(5)], expires: World.start)
            $0.repository.publishTargets("extra")
            $0.repository.publish()
            _ = try? $0.refresh()
            $0.repository.roles["extra"] = nil
            $0.repository.publish()
        },
        Attack(
            "a rollback behind an expired snapshot",
            .repository(.rollback(role: "targets.json", trusted: 2, found: 1)),
            stored: "root 1, timestamp 3, snapshot 2, targets 2",
            requests: "2.root.json timestamp.json 3.snapshot.json"
        ) {
            $0.repository["snapshot"].expires = $0.now.advanced(bySeconds: 10)
            $0.repository.publish()
            _ = try? $0.refresh()
            $0.now = $0.now.advanced(bySeconds: 20)
            $0.repository["snapshot"].expires = $0.now.advanced(bySeconds: 86_400)
            $0.repository["targets"].version = 0
            $0.repository.publish()
        },
        Attack(
            "a rollback behind an expired timestamp",
            .repository(.rollback(role: "timestamp", trusted: 2, found: 1)),
            stored: "root 1, timestamp 2, snapshot 2, targets 2"
        ) {
            $0.repository.publish()
            $0.repository["timestamp"].version = 1
            $0.repository["timestamp"].expires = $0.now.advanced(bySeconds: 10)
            $0.repository.publishTimestamp()
            _ = try? $0.refresh()
            $0.now = $0.now.advanced(bySeconds: 20)
            $0.repository["timestamp"].expires = $0.now.advanced(bySeconds: 86_400)
            $0.repository["timestamp"].version = 0
            $0.repository.publishTimestamp()
        },
    ]
}
