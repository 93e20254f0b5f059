import BundleArchive
import JSON
import TUF
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Root keys that people hold, for commands on a fixture's home.
extension SeasonFixture {
    /// Runs a `keys` command's work: drafts, signs with the keys of those files, writes; with those of
    /// the home that are needed where no files are named.
    @discardableResult
    func change(
        _ change: RootChange, by signers: [String] = [],
        newKeys: [(path: String, bytes: [UInt8])] = [], after seconds: Int64 = 0
    ) throws -> RootEditor.Edit {
        let editor = try editor(after: seconds)
        try editor.settle()
        var edit = try editor.draft(change)
        try sign(&edit, by: signers)
        edit.newKeys = newKeys
        try editor.write(&edit)
        return edit
    }

    /// Replaces the online key by a new one, and lists what the old one had signed.
    @discardableResult
    func rotateOnline(by signers: [String] = [], after seconds: Int64 = 0) throws -> SigningKey {
        let key = SigningKey()
        let list = try RotationList(home: home, now: Self.start.advanced(bySeconds: seconds))
            .content(FolderDestination(directory: site), roots: home.roots()).content
        if let list { try DecisionsFile(home: home).write(list) }
        try change(
            .rotateOnline(key.publicKey), by: signers,
            newKeys: [(home.nextOnlineKeyPath, key.encoded())], after: seconds)
        return key
    }

    /// Adds a signature to the root that waits.
    @discardableResult
    func signWaiting(by signers: [String], after seconds: Int64 = 0) throws -> RootEditor.Edit? {
        let editor = try editor(after: seconds)
        guard var edit = try editor.waiting() else { return nil }
        try sign(&edit, by: signers)
        try editor.write(&edit)
        return edit
    }

    func editor(after seconds: Int64 = 0) throws -> RootEditor {
        try RootEditor(home: home, now: Self.start.advanced(bySeconds: seconds))
    }

    func sign(_ edit: inout RootEditor.Edit, by signers: [String]) throws {
        var nobody = try Passphrases(files: [], environment: nil, prompt: nil)
        try RootKeyring(signers.map(SecretFile.init(path:)), environment: nil, home: home)
            .sign(&edit.pending, &nobody)
    }

    /// The public half of a key file.
    func publicKey(_ path: String) throws -> PublicKey {
        try KeyFile.read(SecretFile(path: path)).publicKey
    }

    var rootA: String { "\(home.keysPath)/root-a.key" }
    var rootB: String { "\(home.keysPath)/root-b.key" }

    /// Renews signatures so many seconds after the start.
    @discardableResult
    func refresh(after seconds: Int64, isForced: Bool = false) throws -> PublishReport {
        try Publisher(
            .refresh(isForced: isForced), destination: FolderDestination(directory: site),
            home: home, key: onlineKey(), now: Self.start.advanced(bySeconds: seconds)
        ).run()
    }

    /// Signs targets with a key and puts the metadata into the directory, as a thief of the online key can.
    func putSigned(_ files: [TargetFile], version: Int64, by key: SigningKey) throws {
        let expires = Self.start.advanced(bySeconds: 9_000 * Self.day)
        let targets = try SignedMetadata.targets(
            version: version, expires: expires, targets: files, keys: [key])
        let snapshot = try SignedMetadata.snapshot(
            version: version, expires: expires, targets: targets, keys: [key])
        let timestamp = try SignedMetadata.timestamp(
            version: version, expires: expires, snapshot: snapshot, keys: [key])
        for file in Publication(targets: targets, snapshot: snapshot, timestamp: timestamp).files {
            try folder.write(file.bytes, to: "site/metadata/\(file.name)")
        }
    }

    /// A target with a zip that is none.
    func putZip(_ path: String, custom: JSON? = nil, lengthBytes: Int = 4) throws -> TargetFile {
        let hash = ContentHasher.hex(of: Array("evil".utf8))
        let names = path.split(separator: "/").dropLast().joined(separator: "/")
        try folder.write("evil", to: "site/targets/\(names)/\(hash).bundle.zip")
        return TargetFile(
            path: path, lengthBytes: lengthBytes, hashes: ["sha256": hash], custom: custom)
    }
}
