import JSON
import TUF
import Testing

/// A repository and a client's store, and the moment it is: everything a refresh depends on.
final class World {
    static let start = UTCTime(unixSeconds: 1_772_366_400)

    let repository: TestRepository
    var store = MemoryStore()
    /// What a poll by the client's module keeps next to the metadata.
    var kept: [String: [UInt8]] = [:]
    let packagedRoot: [UInt8]
    var now = World.start
    var limits = TUFLimits.standard
    /// Whether the client asks for the next root and the timestamp at the same time.
    var asksAhead = false

    init() {
        repository = TestRepository(now: Self.start)
        packagedRoot = repository["root"].bytes
    }

    /// A client that has refreshed once, and then an attack.
    convenience init(attackedBy attack: Attack, asksAhead: Bool = false) throws {
        self.init()
        self.asksAhead = asksAhead
        try refresh()
        if let limits = attack.limits { self.limits = limits }
        attack.act(self)
    }

    /// A client's next start.
    func updater() -> Updater {
        Updater(
            packagedRoot: packagedRoot, store: store, fetcher: repository, limits: limits, now: now,
            asksAhead: asksAhead)
    }

    /// One refresh by a new client; the requests of earlier ones are forgotten.
    @discardableResult
    func refresh() throws(UpdateError) -> RefreshReport {
        repository.requests = []
        repository.rounds = 0
        var updater = updater()
        return try updater.refresh()
    }

    /// The versions stored: `root 1, timestamp 1, snapshot 1, targets 1`.
    var stored: String {
        TopLevelRole.allCases.compactMap { role in
            guard let bytes = store.files["\(role).json"],
                let version = (try? JSON.parse(bytes))?["signed"]?["version"]?.integerValue
            else { return nil }
            return "\(role) \(version)"
        }.joined(separator: ", ")
    }
}

/// The requests of a refresh in which everything below root is new.
func requests(_ names: String) -> [String] { names.split(separator: " ").map(String.init) }

extension JSONObject {
    /// The object under a key, to be changed in place.
    subscript(object key: String) -> JSONObject {
        get { self[key]?.objectValue ?? JSONObject() }
        set { self[key] = .object(newValue) }
    }
}
