import TUF

/// Metadata past its date (specification 5.3.10, 5.4.4, 5.5.6, 5.6.5): at the second it names it is expired.
extension Attack {
    static let freezes: [Attack] =
        ["root", "timestamp", "snapshot", "targets"].map { role in
            let order = ["root", "timestamp", "snapshot", "targets"]
            let at = order.firstIndex(of: role) ?? 0
            let versions = order.enumerated().map { "\($1) \($0 < at || $1 == "root" ? 2 : 1)" }
            let paths = "2.root.json 3.root.json timestamp.json 2.snapshot.json 2.targets.json"
            return Attack(
                "a new \(role) that expires at this second",
                .repository(.expired(role: role, at: World.start, now: World.start)),
                stored: versions.joined(separator: ", "),
                requests: paths.split(separator: " ").prefix(2 + at).joined(separator: " ")
            ) {
                $0.repository[role].expires = $0.now
                $0.repository.publishRoot()
                $0.repository.publish()
            }
        }
        + ["timestamp", "snapshot", "targets"].map { role in
            let expires = World.start.advanced(bySeconds: 10)
            return Attack(
                "a stored \(role) that has expired, and nothing newer",
                .repository(.expired(role: role, at: expires, now: expires)),
                stored: "root 1, timestamp 2, snapshot 2, targets 2"
            ) {
                $0.repository[role].expires = expires
                $0.repository.publish()
                _ = try? $0.refresh()
                $0.now = expires
            }
        }
        + [
            Attack(
                "an expired timestamp is not stored (CVE-2025-2888)",
                .repository(.expired(role: "timestamp", at: World.start, now: World.start))
            ) {
                $0.repository["timestamp"].version = 1_000_000
                $0.repository["timestamp"].expires = $0.now
                $0.repository.publishTimestamp()
            }
        ]
}
