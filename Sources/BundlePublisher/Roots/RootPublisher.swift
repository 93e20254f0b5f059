import BundleArchive
import Files
import SeasonAuthoring
import TUF

/// Makes or signs one root, from the home to the served directory.
package struct RootPublisher {
    /// What a root needs to be signed and published.
    package struct Settings {
        package let home: Home
        /// Where the root is published once it is complete; nil for nowhere.
        package let destination: (any PublishDestination)?
        /// Root keys that a person named.
        package let rootKeys: [SecretFile]
        /// Where passphrases come from.
        package let passphrases: PassphraseSources
        /// Looks an environment variable up; two of them may hold keys.
        package let variable: (String) -> String?
        package let isDryRun: Bool
        package let now: UTCTime

        /// Keeps the settings.
        package init(
            home: Home, destination: (any PublishDestination)?, rootKeys: [SecretFile],
            passphrases: PassphraseSources, variable: @escaping (String) -> String?,
            isDryRun: Bool, now: UTCTime
        ) {
            self.home = home
            self.destination = destination
            self.rootKeys = rootKeys
            self.passphrases = passphrases
            self.variable = variable
            self.isDryRun = isDryRun
            self.now = now
        }
    }

    package let settings: Settings
    /// Checks and packs the seasons, if all of them must be signed anew.
    package let seasons: () throws(AuthoringError) -> [PackedSeason]
    /// Finds the commit of the folder of seasons.
    package let checkout: () throws(PublishError) -> CheckoutState
    /// Gets the root before it is signed, a warning if the clock may be behind, and the live decisions that the checkout
    /// lacks and that a new online key loses.
    package let show: (RootEditor.Edit, ClockWarning?, [DecisionLine]) -> Void

    /// Keeps what one run needs.
    package init(
        _ settings: Settings, seasons: @escaping () throws(AuthoringError) -> [PackedSeason],
        checkout: @escaping () throws(PublishError) -> CheckoutState,
        show: @escaping (RootEditor.Edit, ClockWarning?, [DecisionLine]) -> Void
    ) {
        self.settings = settings
        self.seasons = seasons
        self.checkout = checkout
        self.show = show
    }

    /// A root that is proposed for signing.
    package struct Proposal {
        package var edit: RootEditor.Edit
        /// Private keys that belong to it, by path.
        package var newKeys: [(path: String, bytes: [UInt8])] = []

        /// Proposes a root.
        package init(edit: RootEditor.Edit, newKeys: [(path: String, bytes: [UInt8])] = []) {
            self.edit = edit
            self.newKeys = newKeys
        }
    }

    /// What was done.
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

    private var home: Home { settings.home }
    private var now: UTCTime { settings.now }
    private var isDryRun: Bool { settings.isDryRun }

    /// Makes the next root, signs it with the keys at hand, writes and publishes it.
    package func run(
        _ propose: (RootEditor, inout Passphrases) throws(PublishError) -> Proposal
    ) throws(PublishError) -> Report {
        guard !isDryRun else { return try change(propose) }
        return try home.withLock { () throws(PublishError) in
            try RootEditor(home: home, now: now).settle()
            return try change(propose)
        }
    }

    private func change(
        _ propose: (RootEditor, inout Passphrases) throws(PublishError) -> Proposal
    ) throws(PublishError) -> Report {
        guard now >= PublishPlanner.clockMin else {
            throw .clock(.tooEarly(now: now, min: PublishPlanner.clockMin))
        }
        let editor = try RootEditor(home: home, now: now)
        var passphrases = try settings.passphrases.read()
        var proposal = try propose(editor, &passphrases)
        show(proposal.edit, ClockWarning(home: home, now: now), try lostLines(proposal.edit))
        // Check the seasons before anything is signed, because a mistake in them would leave the new root
        // unpublished.
        let content = try contentToPublish(proposal.edit)
        try settings.destination?.requireUsable()
        // A dry run signs in memory, so that a rehearsal shows whether the keys are at hand.
        let keyring = try RootKeyring.gather(
            settings.rootKeys, environment: settings.variable(RootKeyring.environmentName),
            home: home)
        try keyring.sign(&proposal.edit.pending, &passphrases)
        let published = try write(&proposal, content, editor)
        return Report(
            edit: proposal.edit, pendingPath: editor.pendingPath, published: published,
            onlineKeyPath: (try? onlineKeyFile(proposal.edit))?.place)
    }

    /// The live decisions that the checkout lacks, if the key that signed them is replaced.
    private func lostLines(_ edit: RootEditor.Edit) throws(PublishError) -> [DecisionLine] {
        guard let destination = settings.destination, edit.difference.replacesOnlineKey else {
            return []
        }
        let file = try DecisionsFile(home: home).read(now: now)
        // A thief may have signed metadata that we cannot read. We replace the key all the same.
        let live = (try? LiveReader(destination, home: home, now: now).read())?.live
        return file.decisions.lacking(of: live)
    }

    /// Writes the root, and publishes if that is wanted and enough people have signed.
    ///
    /// The whole publish is made and verified first. So a refusal comes before the root or a key is written.
    ///
    /// The home gets the keys and the root at once if nothing is published. Else it gets them when only new roots and
    /// the timestamp are still to be published, and there is room for them; or after the publish, if that found
    /// nothing to write.
    ///
    /// - Returns: what was published; nil if nothing was.
    private func write(
        _ proposal: inout Proposal, _ content: Publisher.Content?, _ editor: RootEditor
    ) throws(PublishError) -> Publisher.Report? {
        let complete = proposal.edit.pending.complete
        guard let destination = settings.destination, let content, complete != nil
        else {
            if !isDryRun { try editor.write(&proposal.edit, newKeys: proposal.newKeys) }
            return nil
        }
        var publisher = Publisher(
            destination: destination, home: home, key: try onlineKey(proposal), content: content,
            now: now, checkout: try checkout(), isDryRun: isDryRun)
        publisher.roots = editor.roots(with: proposal.edit.pending)
        let written = Written(edit: proposal.edit)
        let newKeys = proposal.newKeys
        let write = { () throws(PublishError) in
            try editor.write(&written.edit, newKeys: newKeys)
            written.isDone = true
        }
        publisher.beforeCommit = write
        let report = try publisher.run()
        if !isDryRun, !written.isDone { try write() }
        proposal.edit = written.edit
        return report
    }

    /// Counts what was written of the root.
    ///
    /// The publish or this command writes it, whichever comes first.
    private final class Written {
        var edit: RootEditor.Edit
        var isDone = false

        init(edit: RootEditor.Edit) { self.edit = edit }
    }

    /// The seasons that are published with the new root: packed anew if the key that signed them is replaced.
    private func contentToPublish(
        _ edit: RootEditor.Edit
    ) throws(PublishError) -> Publisher.Content? {
        guard settings.destination != nil else { return nil }
        guard edit.difference.replacesOnlineKey else { return .asPublished }
        do throws(AuthoringError) {
            return .seasons(try seasons(), again: [])
        } catch {
            throw .authoring(error)
        }
    }

    /// The online key that the new root names, if it is at hand.
    ///
    /// A root that keeps the old key can be published without it.
    ///
    /// - Throws: ``PublishError``, also in a dry run, if the root names a new key and that is not at hand.
    private func onlineKey(_ proposal: Proposal) throws(PublishError) -> SigningKey? {
        if let file = proposal.newKeys.first(where: { $0.path == home.nextOnlineKeyPath }) {
            return try signingKey(file.bytes)
        }
        var passphrases = try settings.passphrases.withoutFiles.read()
        if let file = try onlineKeyFile(proposal.edit) {
            return try file.unlocked(by: &passphrases)
        }
        let environment = settings.variable(OnlineKey.environmentName) ?? ""
        if !environment.isEmpty {
            let file = try KeyFile(Array(environment.utf8), from: OnlineKey.environmentName)
            if proposal.edit.pending.draft.namesOnline(file.publicKey) {
                return try file.unlocked(by: &passphrases)
            }
        }
        guard !proposal.edit.difference.replacesOnlineKey else {
            throw .key(
                .newOnlineKeyMissing(root: proposal.edit.pending.draft.version, home: home.path))
        }
        return nil
    }

    /// The file of this home that has an online key of the root; nil if there is none.
    private func onlineKeyFile(_ edit: RootEditor.Edit) throws(PublishError) -> KeyFile? {
        for path in [home.nextOnlineKeyPath, home.onlineKeyPath, home.asideOnlineKeyPath] {
            let isThere = try mapFileErrors(to: PublishError.file) { () throws(FileError) in
                try Files.kind(path) != nil
            }
            guard isThere else { continue }
            let file = try KeyFile.read(SecretFile(path: path))
            if edit.pending.draft.namesOnline(file.publicKey) { return file }
        }
        return nil
    }

    private func signingKey(_ file: [UInt8]) throws(PublishError) -> SigningKey {
        do throws(KeyFileError) {
            return try SigningKey(keyFile: file)
        } catch {
            throw .key(.notAKey(place: home.nextOnlineKeyPath, .privateHalf(error)))
        }
    }
}
