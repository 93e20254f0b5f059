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
        var published: Publisher.Report?
        if !options.change.dryRun {
            let keyring = try RootKeyring.gather(
                options.rootKey, environment: Surroundings.variable(RootKeyring.environmentName),
                home: home)
            try keyring.sign(&proposal.edit.pending, &passphrases)
            try editor.write(&proposal.edit, newKeys: proposal.newKeys)
            if let to = options.to, let content, proposal.edit.pending.complete != nil {
                published = try Publisher(
                    destination: try Destinations.open(to), home: home, key: try onlineKey(),
                    content: content, now: now
                ).run()
            }
        }
        return Report(
            edit: proposal.edit, pendingPath: editor.pendingPath, published: published)
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

    /// The online key, if it is at hand: a root that keeps it can be published without.
    private func onlineKey() throws(PublishError) -> SigningKey? {
        let isAtHand = try onDisk { () throws(FileError) in
            try Files.kind(home.onlineKeyPath) != nil
        }
        // First of all the home's: the environment may still hold the one that was just replaced.
        let environment = isAtHand ? nil : Surroundings.variable(OnlineKey.environmentName)
        guard isAtHand || environment != nil else { return nil }
        return try OnlineKey.read(home: home, option: nil, environment: environment)
    }
}
