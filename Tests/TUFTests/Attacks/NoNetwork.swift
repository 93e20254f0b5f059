import JSON
import TUF

/// Nothing that a repository has said: try later.
extension Attack {
    static let noNetwork: [Attack] =
        [
            FetchError.unreachable("could not resolve host"), .cancelled,
            .retryAfter(seconds: 9, "503"),
        ].flatMap { error in
            [
                Attack("\(error) at the root", .transfer(error), requests: "2.root.json") {
                    $0.repository.errors["2.root.json"] = error
                },
                Attack("\(error) at the timestamp", .transfer(error)) {
                    $0.repository.errors["timestamp.json"] = error
                },
            ]
        }
        + ["2.root.json", "timestamp.json"].map { path in
            Attack(
                "a captive portal's page for \(path)",
                .transfer(.webPage("\(path): expected a file of the repository, found a web page")),
                requests: path == "timestamp.json" ? "2.root.json timestamp.json" : path
            ) {
                let page = "\n <!DOCTYPE html><p>Accept" + String(repeating: " ", count: 600_000)
                $0.repository.files[path] = Array(page.utf8)
            }
        }
        + [
            Attack("no timestamp", .transfer(.absent(path: "timestamp.json"))) {
                $0.repository.files["timestamp.json"] = nil
            },
            Attack(
                "no snapshot", .transfer(.absent(path: "2.snapshot.json")), stored: afterTimestamp2,
                requests: untilSnapshot
            ) {
                $0.repository.publish()
                $0.repository.files["2.snapshot.json"] = nil
            },
            Attack(
                "no targets", .transfer(.absent(path: "2.targets.json")), stored: afterSnapshot2,
                requests: untilTargets
            ) {
                $0.repository.publish()
                $0.repository.files["2.targets.json"] = nil
            },
        ]
}
