import BundleArchive
import Files
import TUF

/// One `keys` command that makes or signs a root, from the home to the served directory.
struct RootCommandRun {
    let options: KeysOptions
    let now: UTCTime

    /// What a command has in hand before anybody signs.
    struct Proposal {
        var edit: RootEditor.Edit
        /// Private keys that come with it, by path.
        var newKeys: [(path: String, bytes: [UInt8])] = []
    }

    /// What was done.
    struct Report {
        let edit: RootEditor.Edit
        let pendingPath: String
        /// Nil where nothing was to be published.
        let published: Publisher.Report?
    }

    private var home: Home { Home(path: options.home.home) }

    /// Makes the next root, signs it with the keys at hand, writes and publishes it.
    ///
    /// - Parameter propose: drafts the root, or finds the one that waits.
    /// - Returns: what was done, or would be.
    /// - Throws: ``PublishError``.
    func run(
        _ propose: (RootEditor, inout Passphrases) throws(PublishError) -> Proposal
    ) throws(PublishError) -> Report {
        guard !options.change.dryRun else { return try change(propose) }
        return try home.alone { () throws(PublishError) in
            try RootEditor(home: home, now: now).settle()
            return try change(propose)
        }
    }

    private func change(
        _ propose: (RootEditor, inout Passphrases) throws(PublishError) -> Proposal
    ) throws(PublishError) -> Report {
        let editor = try RootEditor(home: home, now: now)
        var passphrases = try options.passphrase.passphrases()
        var proposal = try propose(editor, &passphrases)
        let difference = proposal.edit.difference
        for line in difference.lines + [difference.warning].compactMap({ $0 })
        where !options.change.json {
            Console.message("root \(proposal.edit.pending.draft.version): \(line)")
        }
        // Before anything is signed: a mistake in the seasons would leave a new root unpublished.
        let content = try contentToPublish(proposal.edit)
        if let to = options.to { try Destinations.open(to).requireUsable() }
        if !options.change.dryRun {
            let keyring = try RootKeyring.gather(
                options.rootKey, environment: Surroundings.variable(RootKeyring.environmentName),
                home: home)
            try keyring.sign(&proposal.edit.pending, &passphrases)
        }
        let published = try write(&proposal, content, editor)
        return Report(
            edit: proposal.edit, pendingPath: editor.pendingPath, published: published)
    }

    /// Writes the root, and publishes where that is wanted and enough people have signed.
    ///
    /// The whole publish is made and verified first: whatever refuses does so before the root or a key is
    /// written.
    ///
    /// - Returns: what was published; nil for nothing.
    private func write(
        _ proposal: inout Proposal, _ content: Publisher.Content?, _ editor: RootEditor
    ) throws(PublishError) -> Publisher.Report? {
        let isDryRun = options.change.dryRun
        let complete = proposal.edit.pending.complete
        guard let to = options.to, let content, isDryRun || complete != nil else {
            if !isDryRun { try editor.write(&proposal.edit, newKeys: proposal.newKeys) }
            return nil
        }
        // A dry run has nobody sign: what would be published is planned, and not tried.
        let key = isDryRun ? nil : try onlineKey(proposal)
        var publisher = Publisher(
            destination: try Destinations.open(to), home: home, key: key, content: content,
            now: now, isDryRun: isDryRun)
        publisher.roots = editor.roots(with: proposal.edit.pending)
        let written = Written(edit: proposal.edit)
        let newKeys = proposal.newKeys
        let write = { () throws(PublishError) in
            try editor.write(&written.edit, newKeys: newKeys)
            written.isDone = true
        }
        publisher.beforeWriting = write
        let report = try publisher.run()
        if !isDryRun, !written.isDone { try write() }
        proposal.edit = written.edit
        return report
    }

    /// The root as far as it has been written, by whoever gets to it.
    private final class Written {
        var edit: RootEditor.Edit
        var isDone = false

        init(edit: RootEditor.Edit) { self.edit = edit }
    }

    /// What goes with the new root: seasons packed anew where the key that signed them is replaced.
    private func contentToPublish(
        _ edit: RootEditor.Edit
    ) throws(PublishError) -> Publisher.Content? {
        guard options.to != nil else { return nil }
        return edit.difference.replacesOnlineKey
            ? .seasons(
                try ContentCheck(folder: options.content.bundles).pack(.standard()))
            : .asPublished
    }

    /// The online key that the new root names, if it is at hand: a root that keeps the old one can be
    /// published without.
    private func onlineKey(_ proposal: Proposal) throws(PublishError) -> SigningKey? {
        if let file = proposal.newKeys.first(where: { $0.path == home.nextOnlineKeyPath }) {
            return try signingKey(file.bytes)
        }
        let named = Set(proposal.edit.pending.draft.timestamp.keys.map(\.keyID))
        let next = home.nextOnlineKeyPath
        if try mapFileErrors(
            to: PublishError.file, { () throws(FileError) in try Files.kind(next) }) != nil
        {
            let file = try KeyFile.read(SecretFile(path: next))
            var passphrases = try options.passphrase.passphrases()
            if named.contains(file.publicKey.keyID) { return try file.unlocked(by: &passphrases) }
        }
        let isAtHand = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
            try Files.kind(home.onlineKeyPath) != nil
        }
        // First of all the home's: the environment may still hold the one that was just replaced.
        let environment = isAtHand ? nil : Surroundings.variable(OnlineKey.environmentName)
        guard isAtHand || environment != nil else { return nil }
        return try OnlineKey.read(home: home, option: nil, environment: environment)
    }

    private func signingKey(_ file: [UInt8]) throws(PublishError) -> SigningKey {
        do {
            return try SigningKey(keyFile: file)
        } catch {
            throw .failed("\(home.nextOnlineKeyPath): \(error)")
        }
    }
}
