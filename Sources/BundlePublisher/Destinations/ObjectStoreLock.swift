import JSON
import RepositoryTransport
import SeasonAuthoring
import TUF
import WebTransport

/// A lock that is an object: the publisher that creates it works, and the others wait.
///
/// It stays if its publisher is killed. Then `refresh --break-lock` removes it.
///
/// It needs a store that creates a file only if there is none. So we try to create it twice: a store that does that
/// ignores the condition. There we look first, and the person learns that two publishers at the same instant both
/// get the lock. The one that lost it learns that before its commit (``requireHeld()``).
final class ObjectStoreLock {
    private let client: ObjectStoreClient
    private let isBroken: Bool
    private let owner: String
    /// What we wrote; nil while we do not hold it.
    private var held: [UInt8]?

    private static let path = ".lock"
    /// The age at which a lock counts as left behind.
    ///
    /// A publish takes seconds.
    static let leftBehindSeconds: Int64 = 900

    init(_ client: ObjectStoreClient, isBroken: Bool, owner: String) {
        self.owner = owner
        self.client = client
        self.isBroken = isBroken
    }

    /// Takes the lock; false if another publisher is at work.
    ///
    /// Throws if a lock was left behind.
    func acquire(now: UTCTime) throws(PublishError) -> Bool {
        if isBroken { try client.delete(Self.path) }
        let content: JSON = [
            "owner": .string(owner), "since": .string(now.description),
            // Makes two locks of one owner within one second different.
            "token": .string(String(UInt64.random(in: 0 ... .max), radix: 16)),
        ]
        let ours = Array((content.text() + "\n").utf8)
        let file = PublishFile(path: Self.path, bytes: ours)
        // Look before the first PUT, which a store that ignores conditions would carry out over another lock.
        guard try client.read(Self.path) == nil else { return try refuse(now: now) }
        held = ours
        do throws(PublishError) {
            // The store has the file after the first time, so that it must refuse to create it.
            if try client.put(file, condition: ObjectStoreClient.ifAbsent),
                try client.put(file, condition: ObjectStoreClient.ifAbsent)
            {
                client.refrainFromConditions()
            }
            guard let there = try client.read(Self.path) else {
                throw client.notKept(Self.path)
            }
            // If two publishers write at the same instant, the later lock stays. And it is our lock if only the answer
            // to the first try was lost.
            if there.body == ours { return true }
        } catch {
            // The store may have the lock although its answer was lost.
            release()
            throw error
        }
        held = nil
        return try refuse(now: now)
    }

    /// Throws if the lock is no longer ours: another command has broken it.
    func requireHeld() throws(PublishError) {
        guard let held, try client.read(Self.path)?.body == held else {
            throw PublishError(
                "\(client.name)/.lock: expected our lock, found that another command broke it",
                remedy: "another publisher is at work; what was live is live still")
        }
    }

    /// Removes the lock if it is still ours; ignores failures.
    func release() {
        guard let held else { return }
        self.held = nil
        guard (try? client.read(Self.path))??.body == held else { return }
        try? client.delete(Self.path)
    }

    private func refuse(now: UTCTime) throws(PublishError) -> Bool {
        guard let there = try client.read(Self.path) else { return false }
        let json = try? JSON.parse(there.body)
        let owner = json?["owner"]?.stringValue ?? "an unknown publisher"
        guard let since = json?["since"]?.stringValue.flatMap({ UTCTime($0) }) else {
            throw PublishError("\(client.name)/.lock: expected a lock", remedy: Self.breakLock)
        }
        let age = now.unixSeconds - since.unixSeconds
        guard age > Self.leftBehindSeconds else {
            client.report(
                "\(client.name): locked by \(owner) since \(since), \(max(0, age)) seconds")
            return false
        }
        throw PublishError(
            "\(client.name): expected no lock, found one of \(owner) since \(since), "
                + "\(age / 60) minutes",
            remedy: Self.breakLock)
    }

    private static let breakLock: Advice =
        "if that publisher is no longer at work: \(.refresh("--break-lock")), then do the same again"
}
