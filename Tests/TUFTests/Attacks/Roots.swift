import JSON
import TUF

/// Roots that are not the next one a client may trust (specification 5.3).
extension Attack {
    static let arbitraryRoots: [Attack] = [
        Attack(
            "a root signed by its own keys only",
            .repository(.signatures(role: "root", valid: 0, threshold: 1)), requests: "2.root.json"
        ) {
            $0.repository["root"].keys = [.ed25519(66)]
            $0.repository.publishRoot()
        },
        Attack(
            "a root signed by the old keys only",
            .repository(.signatures(role: "root", valid: 0, threshold: 1)), requests: "2.root.json"
        ) {
            $0.repository["root"].keys = [.ed25519(66)]
            $0.repository["root"].signers = [.ed25519(1)]
            $0.repository.publishRoot()
        },
        Attack(
            "a root below its own threshold",
            .repository(.signatures(role: "root", valid: 1, threshold: 2)), requests: "2.root.json"
        ) {
            $0.repository["root"].keys = [.ed25519(1), .ed25519(66)]
            $0.repository["root"].signers = [.ed25519(1)]
            $0.repository["root"].threshold = 2
            $0.repository.publishRoot()
        },
        Attack(
            "a root that skips a version (CVE-2025-2885)",
            .repository(.version(role: "root", expected: 2, found: 3)), requests: "2.root.json"
        ) {
            $0.repository["root"].version = 2
            $0.repository.publishRoot()
            $0.repository.files["2.root.json"] = $0.repository.files["3.root.json"]
        },
        Attack(
            "the same root again as the next one",
            .repository(.version(role: "root", expected: 2, found: 1)), requests: "2.root.json"
        ) { $0.repository.files["2.root.json"] = $0.packagedRoot },
        Attack(
            "an older root as the next one",
            .repository(.version(role: "root", expected: 3, found: 1)),
            stored: "root 2, timestamp 1, snapshot 1, targets 1", requests: "3.root.json"
        ) {
            $0.repository.publishRoot()
            _ = try? $0.refresh()
            $0.repository.files["3.root.json"] = $0.packagedRoot
        },
        Attack(
            "a good root before a bad one: the good one is kept",
            .repository(.signatures(role: "root", valid: 0, threshold: 1)),
            stored: "root 2, timestamp 1, snapshot 1, targets 1",
            requests: "2.root.json 3.root.json"
        ) {
            $0.repository.publishRoot()
            $0.repository["root"].keys = [.ed25519(66)]
            $0.repository.publishRoot()
            $0.repository.requests = []
            $0.store.remove("root.2")
        },
        Attack(
            "a root without keys for snapshot",
            .repository(
                .malformed(
                    file: "root", problem: "signed.roles.snapshot: expected a value, found none")
            ),
            requests: "2.root.json"
        ) {
            $0.repository["root"].edit = { $0[object: "roles"]["snapshot"] = nil }
            $0.repository.publishRoot()
        },
        Attack(
            "a threshold of zero",
            .repository(
                .malformed(
                    file: "root",
                    problem:
                        "signed.roles.timestamp.threshold: expected an integer from 1 to 2147483647,"
                        + " found 0")),
            requests: "2.root.json"
        ) {
            $0.repository["timestamp"].threshold = 0
            $0.repository.publishRoot()
        },
    ]
}
