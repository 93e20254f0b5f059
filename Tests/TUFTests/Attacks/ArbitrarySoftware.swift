import JSON
import TUF

/// Metadata that too few trusted keys have validly signed.
extension Attack {
    static let arbitrarySoftware: [Attack] =
        ["timestamp", "snapshot", "targets"].map { role in
            Attack(
                "\(role) signed by another key",
                .repository(.signatures(role: role, valid: 0, threshold: 1)),
                stored: role == "timestamp"
                    ? "root 1, timestamp 1, snapshot 1, targets 1"
                    : role == "snapshot" ? afterTimestamp2 : afterSnapshot2,
                requests: role == "timestamp"
                    ? "2.root.json timestamp.json"
                    : role == "snapshot" ? untilSnapshot : untilTargets
            ) {
                $0.repository[role].signers = [.ed25519(66)]
                $0.repository.publish()
            }
        } + [
            Attack(
                "a signature made of another's bytes",
                .repository(.signatures(role: "timestamp", valid: 0, threshold: 1))
            ) {
                $0.repository["timestamp"].edit = { $0["x"] = 1 }
                let world = $0
                $0.repository["timestamp"].editSignatures = { signatures in
                    let old = try? JSON.parse(world.repository.files["timestamp.json"] ?? [])
                    signatures = old?["signatures"]?.arrayValue ?? []
                }
                $0.repository.publishTimestamp()
            },
            Attack(
                "one signature twice for a threshold of two",
                .repository(repeatedKeyID("timestamp", second: 1)),
                stored: "root 2, timestamp 1, snapshot 1, targets 1",
                requests: "2.root.json 3.root.json timestamp.json"
            ) {
                $0.repository["timestamp"].keys = [.ed25519(2), .ed25519(22)]
                $0.repository["timestamp"].threshold = 2
                $0.repository["timestamp"].signers = [.ed25519(2), .ed25519(2)]
                $0.repository.publishRoot()
                $0.repository.publishTimestamp()
            },
            Attack(
                "one key under two identifiers for a threshold of two (written in two cases)",
                .repository(.signatures(role: "timestamp", valid: 1, threshold: 2)),
                stored: "root 2, timestamp 1, snapshot 1, targets 1",
                requests: "2.root.json 3.root.json timestamp.json"
            ) {
                $0.repository["timestamp"].keys = [.ed25519(2), .ed25519(2, upperCase: true)]
                $0.repository["timestamp"].threshold = 2
                $0.repository.publishRoot()
                $0.repository.publishTimestamp()
            },
            Attack(
                "a key listed twice for a threshold of two",
                .repository(.signatures(role: "timestamp", valid: 1, threshold: 2)),
                stored: "root 2, timestamp 1, snapshot 1, targets 1",
                requests: "2.root.json 3.root.json timestamp.json"
            ) {
                $0.repository["timestamp"].keys = [.ed25519(2), .ed25519(2)]
                $0.repository["timestamp"].signers = [.ed25519(2)]
                $0.repository["timestamp"].threshold = 2
                $0.repository.publishRoot()
                $0.repository.publishTimestamp()
            },
            Attack(
                "a key under an identifier that is not its own",
                .repository(.signatures(role: "timestamp", valid: 0, threshold: 1)),
                stored: "root 2, targets 1", requests: "2.root.json 3.root.json timestamp.json"
            ) {
                let wrong = String(repeating: "a", count: 64)
                $0.repository["timestamp"].keys = [TestKey.ed25519(22).renamed(wrong)]
                $0.repository.publishRoot()
                $0.repository.publishTimestamp()
            },
            Attack(
                "a key of an unknown type",
                .repository(.signatures(role: "timestamp", valid: 1, threshold: 2)),
                stored: "root 2, timestamp 1, snapshot 1, targets 1",
                requests: "2.root.json 3.root.json timestamp.json"
            ) {
                $0.repository["timestamp"].keys = [.ed25519(2), .unknown]
                $0.repository["timestamp"].threshold = 2
                $0.repository.publishRoot()
                $0.repository.publishTimestamp()
            },
        ]
        + [
            "", "0", "zz", "é", String(repeating: "0", count: 128),
            String(repeating: "f", count: 127),
        ]
        .map { text in
            Attack(
                "a signature \"\(text.prefix(8))\" of \(text.count) characters",
                .repository(.signatures(role: "timestamp", valid: 0, threshold: 1))
            ) {
                $0.repository["timestamp"].editSignatures = { signatures in
                    signatures = [
                        ["keyid": .string(TestKey.ed25519(2).keyID), "sig": .string(text)]
                    ]
                }
                $0.repository.publishTimestamp()
            }
        }
}
