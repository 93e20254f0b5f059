import JSON
import TUF

/// Good files that do not belong together.
extension Attack {
    static let mixAndMatch: [Attack] = [
        Attack(
            "a snapshot of another version than the timestamp names",
            .repository(.version(role: "snapshot", expected: 2, found: 1)),
            stored: afterTimestamp2, requests: untilSnapshot
        ) {
            $0.repository.listsHashes = false
            $0.repository.listsLengths = false
            let old = $0.repository.files["1.snapshot.json"]
            $0.repository.publish()
            $0.repository.files["2.snapshot.json"] = old
        },
        Attack(
            "targets of another version than the snapshot lists",
            .repository(.version(role: "targets", expected: 2, found: 1)),
            stored: afterSnapshot2, requests: untilTargets
        ) {
            $0.repository.listsHashes = false
            $0.repository.listsLengths = false
            let old = $0.repository.files["1.targets.json"]
            $0.repository.publish()
            $0.repository.files["2.targets.json"] = old
        },
        Attack(
            "a snapshot of another hash than listed, though signed and of the same version",
            .repository(.hash(file: "snapshot", algorithm: "sha256")),
            stored: afterTimestamp2, requests: untilSnapshot
        ) {
            $0.repository.publish()
            $0.repository["snapshot"].version = 1
            $0.repository["snapshot"].expires = $0.now.advanced(bySeconds: 77 * 86_400)
            $0.repository.publishSnapshot()
        },
        Attack(
            "targets of another hash than listed, though signed and of the same version",
            .repository(.hash(file: "targets", algorithm: "sha256")),
            stored: afterSnapshot2, requests: untilTargets
        ) {
            $0.repository.publish()
            $0.repository["targets"].version = 1
            $0.repository["targets"].expires = $0.now.advanced(bySeconds: 77 * 86_400)
            $0.repository.publishTargets()
        },
        Attack(
            "a right SHA-256 beside a wrong SHA-512",
            .repository(.hash(file: "targets", algorithm: "sha512")),
            stored: afterSnapshot2, requests: untilTargets
        ) {
            $0.repository["targets"].editListing = {
                $0[object: "hashes"]["sha512"] = .string(String(repeating: "0", count: 128))
            }
            $0.repository.publish()
        },
        Attack(
            "a snapshot that does not list targets",
            .repository(.missingFromSnapshot(role: "targets")),
            stored: "root 1, timestamp 2, snapshot 2",
            requests: "2.root.json timestamp.json 2.snapshot.json"
        ) {
            $0.store = MemoryStore()
            $0.repository["snapshot"].edit = { $0["meta"] = [:] }
            $0.repository.publish()
        },
        Attack(
            "a snapshot signed with the timestamp's key served as a timestamp",
            .repository(
                .malformed(
                    file: "timestamp",
                    problem: "signed._type: expected \"timestamp\", found \"snapshot\""))
        ) {
            $0.repository["snapshot"].signers = [.ed25519(2)]
            $0.repository.publishSnapshot()
            $0.repository.files["timestamp.json"] = $0.repository["snapshot"].bytes
        },
    ]
}
