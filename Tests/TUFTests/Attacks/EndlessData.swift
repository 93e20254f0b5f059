import JSON
import TUF

/// More bytes than asked for, or fewer than listed.
extension Attack {
    static let endlessData: [Attack] = [
        Attack(
            "a root without end", .transfer(.tooLong(lengthBytesMax: 512_000)),
            requests: "2.root.json"
        ) { $0.repository.files["2.root.json"] = [UInt8](repeating: 32, count: 512_001) },
        Attack("a timestamp without end", .transfer(.tooLong(lengthBytesMax: 16_384))) {
            $0.repository.files["timestamp.json"] = [UInt8](repeating: 32, count: 16_385)
        },
        Attack(
            "a snapshot longer than listed", .transfer(.tooLong(lengthBytesMax: 100)),
            stored: afterTimestamp2, requests: untilSnapshot
        ) {
            $0.repository["snapshot"].editListing = { $0["length"] = 100 }
            $0.repository.publish()
        },
        Attack(
            "a snapshot shorter than listed",
            .repository(.length(file: "snapshot", expected: 9_999, found: 0)),
            stored: afterTimestamp2, requests: untilSnapshot
        ) {
            $0.repository["snapshot"].editListing = { $0["length"] = 9_999 }
            $0.repository.publish()
            $0.repository.files["2.snapshot.json"] = []
        },
        Attack(
            "a snapshot without end and without a listed length",
            .transfer(.tooLong(lengthBytesMax: 2_000_000)),
            stored: afterTimestamp2, requests: untilSnapshot
        ) {
            $0.repository.listsLengths = false
            $0.repository.publish()
            $0.repository.files["2.snapshot.json"] = [UInt8](repeating: 32, count: 2_000_001)
        },
        Attack(
            "targets without end and without a listed length",
            .transfer(.tooLong(lengthBytesMax: 5_000_000)),
            stored: afterSnapshot2, requests: untilTargets
        ) {
            $0.repository.listsLengths = false
            $0.repository.publish()
            $0.repository.files["2.targets.json"] = [UInt8](repeating: 32, count: 5_000_001)
        },
        Attack(
            "a listed length that fills the memory", .transfer(.tooLong(lengthBytesMax: 10_000)),
            stored: afterTimestamp2, requests: untilSnapshot,
            limits: smaller { $0.listedBytesMax = 10_000 }
        ) {
            $0.repository["snapshot"].editListing = { $0["length"] = .integer(.max) }
            $0.repository.publish()
            $0.repository.files["2.snapshot.json"] = [UInt8](repeating: 32, count: 10_001)
        },
    ]
}
