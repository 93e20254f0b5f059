import Files
import JSON
import SeasonAuthoring
import TUF

/// Makes and signs the next root in a publisher's home; the home's lock must be held to write.
///
/// The order of writes is the commit:
/// 1. new private keys, which no root names yet; a key that counts and is in their way is moved aside;
/// 2. the root: under `metadata/` when enough people have signed, else under `pending/`;
/// 3. if the root is complete, the new online key is put in its place if possible, and `pending/` is cleared.
///
/// If a command is stopped anywhere, the next command continues from there.
package struct RootEditor {
    package let home: Home
    package let roots: RootChain
    package let now: UTCTime

    /// A root with the signatures that it has so far.
    package struct Edit {
        package var pending: PendingRoot
        package let difference: RootDifference
        /// New private keys that belong to it, by path.
        package var newKeys: [(path: String, bytes: [UInt8])] = []
        /// The paths written, in order; none in a dry run.
        package var written: [String] = []
    }

    package init(home: Home, now: UTCTime) throws(PublishError) {
        self.home = home
        self.now = now
        roots = try home.roots()
    }

    private var nextName: String { RootChain.name(roots.files.count + 1) }
    package var pendingPath: String { "\(home.pendingPath)/\(nextName)" }

    /// Our chain with the next root, with the signatures that it has so far.
    package func roots(with pending: PendingRoot) -> RootChain {
        roots.adding(MetadataFile(name: nextName, bytes: pending.complete?.bytes ?? pending.bytes))
    }

    /// The next root, unsigned; throws if another root waits for signatures.
    package func draft(_ change: RootChange) throws(PublishError) -> Edit {
        guard try waiting() == nil else {
            throw PublishError(
                "\(pendingPath): expected no root that waits for signatures, found one",
                remedy: "sign it with \(.keys("sign")), or remove it")
        }
        let expires = try HomeConfiguration.read(home)
            .expiry(of: .root, signedAt: now)
        let draft = try change.applied(to: roots.next(expires: expires))
        return try edit(try signing(try PendingRoot(draft)))
    }

    /// The root that waits for signatures, or nil; throws if it does not follow our newest.
    package func waiting() throws(PublishError) -> Edit? {
        let bytes = try home.read(
            "pending/\(nextName)", lengthBytesMax: TUFLimits.standard.rootBytesMax)
        guard let bytes else { return nil }
        return try edit(
            try converting(try PendingRoot(bytes, following: roots.newest)) {
                (error: RepositoryError) in
                .refused("\(pendingPath): \(error)", "remove it, and make the change again")
            })
    }

    /// The root that waits for signatures; throws if none does.
    package func requireWaiting() throws(PublishError) -> Edit {
        if let edit = try waiting() { return edit }
        throw PublishError(
            "\(pendingPath): expected a root that waits for signatures, found none",
            remedy: "bring this checkout up to date, or make a change with another keys command")
    }

    private func edit(_ pending: PendingRoot) throws(PublishError) -> Edit {
        Edit(
            pending: pending,
            difference: RootDifference(from: try roots.next(), to: pending.draft))
    }

    /// Writes the root where it belongs.
    ///
    /// If the root could not be written, the keys are gone, too; else the next command continues where this one stopped.
    package func write(_ edit: inout Edit) throws(PublishError) {
        let complete = edit.pending.complete
        let rootPath = complete == nil ? pendingPath : "\(home.metadataPath)/\(nextName)"
        do throws(PublishError) {
            for key in edit.newKeys {
                if key.path == home.nextOnlineKeyPath { try setAside(key.path) }
                try onDisk(try Files.replaceFileAndSync(at: key.path, with: key.bytes, mode: 0o600))
                edit.written.append(key.path)
            }
            try onDisk { () throws(FileError) in
                try Files.createDirectoriesAndSync(Paths.parent(of: rootPath))
                try Files.replaceFileAndSync(
                    at: rootPath, with: complete?.bytes ?? edit.pending.bytes)
            }
            edit.written.append(rootPath)
        } catch {
            try? removeUnnamed(edit.newKeys.map(\.path), of: rootPath)
            throw error
        }
        guard complete != nil else { return }
        try RootEditor(home: home, now: now).settle()
        // A person looks for the files that the report names.
        let isInPlace = try onDisk(try Files.kind(home.nextOnlineKeyPath) == nil)
        if isInPlace, let at = edit.written.firstIndex(of: home.nextOnlineKeyPath) {
            edit.written[at] = home.onlineKeyPath
        }
    }

    /// Moves a key that counts out of the next key's way: it may be the only file of the online key.
    private func setAside(_ path: String) throws(PublishError) {
        guard try OnlineKey.file(at: path, namedBy: roots.next()) != nil else { return }
        try onDisk { () throws(FileError) in
            try Files.rename(path, to: home.asideOnlineKeyPath)
            try Files.syncDirectory(home.keysPath)
        }
    }

    /// Removes private keys that no root names, because their root is not there.
    ///
    /// A root that is there and was not synced names its keys, so they stay.
    private func removeUnnamed(_ keys: [String], of rootPath: String) throws(FileError) {
        guard try Files.kind(rootPath) == nil else { return }
        for key in keys { try Files.remove(key) }
    }

    /// Finishes what a killed command has begun, and what another person's signature has completed.
    package func settle() throws(PublishError) {
        let pending = home.pendingPath
        try onDisk { () throws(FileError) in
            guard try Files.kind(pending) == .directory else { return }
            for name in try Files.names(in: pending)
            where name != nextName && name.hasSuffix(".root.json") {
                try Files.removeTree("\(pending)/\(name)")
            }
        }
        let next = home.nextOnlineKeyPath
        if try OnlineKey.file(at: next, namedBy: roots.next()) != nil {
            // Where the old key cannot be replaced, as one that is mounted, the next one counts in its own place.
            guard (try? Files.rename(next, to: home.onlineKeyPath)) != nil else { return }
            try onDisk(try Files.syncDirectory(home.keysPath))
        } else if try waiting() == nil {
            // The key of a command that was stopped before any root named it.
            try onDisk(try Files.removeTree(next))
        }
    }
}

package enum RootChange {
    /// Another online key for all three online roles; what the old one has signed counts for nothing.
    case rotateOnline(PublicKey)
    case addRoot(PublicKey)
    case removeRoot(PublicKey)
    /// Only a later expiry.
    case renewRoot
    case threshold(Int)

    /// Makes the change; throws if the root could not be signed, or has this setting already.
    func applied(to draft: RootDraft) throws(PublishError) -> RootDraft {
        var draft = draft
        switch self {
        case .rotateOnline(let key):
            let keys = RoleKeys([key])
            (draft.timestamp, draft.snapshot, draft.targets) = (keys, keys, keys)
        case .addRoot(let key):
            guard !draft.root.keys.contains(where: { $0.keyID == key.keyID }) else {
                throw PublishError(
                    "root: expected a key that it does not have, found one of its own")
            }
            draft.root.keys.append(key)
        case .removeRoot(let key):
            draft.root.keys.removeAll { $0.keyID == key.keyID }
            guard draft.root.keys.count >= draft.root.threshold else {
                throw PublishError(
                    "root: expected \(draft.root.threshold) keys to be left, its threshold, "
                        + "found \(draft.root.keys.count)",
                    remedy: "first add a key with keys add-root, or lower the threshold")
            }
        case .renewRoot: break
        case .threshold(let threshold):
            guard (1...draft.root.keys.count).contains(threshold) else {
                throw PublishError(
                    "threshold: expected from 1 to \(draft.root.keys.count), the number of root keys, "
                        + "found \(threshold)",
                    remedy: "more keys are added with keys add-root")
            }
            guard threshold != draft.root.threshold else {
                throw PublishError("threshold: expected another one, found \(threshold) as before")
            }
            draft.root.threshold = threshold
        }
        return draft
    }
}
