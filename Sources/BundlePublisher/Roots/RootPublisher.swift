import BundleArchive
import Files
import SeasonAuthoring
import TUF

/// Makes or signs one root, from the home to the served directory.
package struct RootPublisher {
    package let home: Home
    /// Where the root is published once it is complete; nil for nowhere.
    let destination: (any PublishDestination)?
    let rootKeys: [SecretFile]
    let passphrases: Passphrases
    /// Looks an environment variable up; two of them may hold keys.
    let variable: (String) -> String?
    /// The folder of seasons; they are packed and signed anew if the online key is replaced.
    let seasons: String
    let cache: CheckCache?
    let isDryRun: Bool
    let now: UTCTime
    /// Gets the root before it is signed, and what a person should know before.
    let show: (RootEditor.Edit, _ warnings: [Advice]) -> Void

    package init(
        home: Home, destination: (any PublishDestination)?, rootKeys: [SecretFile],
        passphrases: Passphrases, variable: @escaping (String) -> String?, seasons: String,
        cache: CheckCache?, isDryRun: Bool, now: UTCTime,
        show: @escaping (RootEditor.Edit, _ warnings: [Advice]) -> Void
    ) {
        (self.home, self.destination, self.rootKeys) = (home, destination, rootKeys)
        (self.passphrases, self.variable, self.seasons) = (passphrases, variable, seasons)
        (self.cache, self.isDryRun, self.now, self.show) = (cache, isDryRun, now, show)
    }

    /// What a `keys` command did, or in a dry run would do.
    package struct Report {
        package let edit: RootEditor.Edit
        package let pendingPath: String
        /// The report of the publish; nil if nothing was to be published.
        package let published: Publisher.Report?
        /// The file of this home that has the online key of the root; nil if another home has it.
        package let onlineKeyPath: String?

        /// True if the online key is to be replaced, and the root still lacks signatures: then the old key counts.
        package var isRotationUnfinished: Bool {
            edit.difference.replacesOnlineKey && !edit.pending.missing.isEmpty
        }
    }

    /// Makes the next root, signs it with the keys at hand, writes and publishes it.
    package func run(
        _ propose: (RootEditor, inout Passphrases) throws(PublishError) -> RootEditor.Edit
    ) throws(PublishError) -> Report {
        guard !isDryRun else { return try change(propose) }
        return try home.withLock { () throws(PublishError) in
            try RootEditor(home: home, now: now).settle()
            return try change(propose)
        }
    }

    private func change(
        _ propose: (RootEditor, inout Passphrases) throws(PublishError) -> RootEditor.Edit
    ) throws(PublishError) -> Report {
        try PublishClock.requireBelievable(now)
        let editor = try RootEditor(home: home, now: now)
        var passphrases = passphrases
        var edit = try propose(editor, &passphrases)
        show(edit, clockWarnings + (try lossWarnings(edit)))
        // Check the seasons before anything is signed, because a mistake in them would leave the new root
        // unpublished.
        let content = try contentToPublish(edit)
        try destination?.requireFree(for: [])
        // A dry run signs in memory, so that a rehearsal shows whether the keys are at hand.
        let keyring = try RootKeyring(
            rootKeys, environment: variable(RootKeyring.environmentName), home: home)
        try keyring.sign(&edit.pending, &passphrases)
        let published = try write(&edit, content, editor)
        return Report(
            edit: edit, pendingPath: editor.pendingPath, published: published,
            onlineKeyPath: (try? OnlineKey.file(in: home, namedBy: edit.pending.draft))?.place)
    }

    /// The clock is behind what this home has seen signed.
    ///
    /// The other commands refuse then. This one must not: if the earlier clock was ahead, a new online key is what makes
    /// machines forget its versions. Nothing tells an earlier clock that was ahead from one that is behind now, so a
    /// person must.
    private var clockWarnings: [Advice] {
        guard let signedAt = home.seenSignedAt,
            signedAt > now.advanced(bySeconds: PublishClock.slackSeconds)
        else { return [] }
        return [
            "clock: found \(now), but this home has seen what was signed at \(signedAt); "
                + "if that clock was ahead, all is well; if this one is behind, machines may take "
                + "what is signed now for expired: set the clock, then run \(.refresh())"
        ]
    }

    /// The live decisions that the checkout lacks, if the key that signed them is replaced.
    private func lossWarnings(_ edit: RootEditor.Edit) throws(PublishError) -> [Advice] {
        guard let destination, edit.difference.replacesOnlineKey else { return [] }
        let file = try DecisionsFile(home: home).read(now: now)
        // A thief may have signed metadata that we cannot read. We replace the key all the same.
        let found = try? LiveRepository(destination, home: home, remembers: false, now: now)
        return file.decisions.lacking(of: found?.live).map { line in
            "live has a decision that this checkout lacks, and a new key loses it: \(line.text)"
        }
    }

    /// Writes the root, and publishes if that is wanted and enough people have signed.
    ///
    /// The whole publish is made and verified first. So a refusal comes before the root or a key is written.
    ///
    /// The home gets the keys and the root at once if nothing is published. Else it gets them when only new roots and
    /// the timestamp are still to be published, and there is room for them; or after the publish, if that found
    /// nothing to write.
    private func write(
        _ edit: inout RootEditor.Edit, _ content: Publisher.Content?, _ editor: RootEditor
    ) throws(PublishError) -> Publisher.Report? {
        var written = edit
        defer { edit = written }
        guard let destination, let content, edit.pending.complete != nil else {
            if !isDryRun { try editor.write(&written) }
            return nil
        }
        var publisher = Publisher(
            destination: destination, home: home, key: try onlineKey(edit), content: content,
            now: now, checkout: try Git(folder: seasons).state(), isDryRun: isDryRun)
        publisher.roots = editor.roots(with: edit.pending)
        publisher.beforeCommit = { () throws(PublishError) in try editor.write(&written) }
        let report = try publisher.run()
        if !isDryRun, written.written.isEmpty { try editor.write(&written) }
        return report
    }

    /// The seasons that are published with the new root: packed anew if the key that signed them is replaced.
    private func contentToPublish(
        _ edit: RootEditor.Edit
    ) throws(PublishError) -> Publisher.Content? {
        guard destination != nil else { return nil }
        guard edit.difference.replacesOnlineKey else { return .asPublished }
        return .seasons(try SeasonPacker(folder: seasons).pack(cache), again: [])
    }

    /// The online key that the new root names, if it is at hand.
    ///
    /// A root that keeps the old key can be published without it. Throws, even in a dry run, if the root names a new key
    /// and that is not at hand.
    private func onlineKey(_ edit: RootEditor.Edit) throws(PublishError) -> SigningKey? {
        let root = edit.pending.draft
        var file: KeyFile?
        if let new = edit.newKeys.first(where: { $0.path == home.nextOnlineKeyPath }) {
            file = try KeyFile(new.bytes, from: new.path)
        } else if let kept = try OnlineKey.file(in: home, namedBy: root) {
            file = kept
        } else if let given = try KeyFile.given(
            variable(OnlineKey.environmentName), in: OnlineKey.environmentName),
            root.namesOnline(given.publicKey)
        {
            file = given
        }
        var passphrases = passphrases
        if let file { return try file.unlocked(by: &passphrases) }
        guard edit.difference.replacesOnlineKey else { return nil }
        throw PublishError(
            "online key: expected the one that root \(root.version) names, found it neither in "
                + "\(home.path)/keys nor in \(OnlineKey.environmentName)",
            remedy: "whoever made root \(root.version) has it: put it into "
                + "\(OnlineKey.environmentName), or let them publish")
    }
}
