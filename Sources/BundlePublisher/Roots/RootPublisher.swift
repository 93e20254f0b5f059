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
    /// Where root keys are kept besides the home; nil for nowhere.
    let rootKeysFolder: String?
    let isDryRun: Bool
    let now: UTCTime
    /// Gets the root before it is signed, and what a person should know before.
    let show: (RootEditor.Edit, _ warnings: [Advice]) -> Void

    package init(
        home: Home, destination: (any PublishDestination)?, rootKeys: [SecretFile],
        passphrases: Passphrases, variable: @escaping (String) -> String?,
        rootKeysFolder: String? = nil, isDryRun: Bool, now: UTCTime,
        show: @escaping (RootEditor.Edit, _ warnings: [Advice]) -> Void
    ) {
        (self.home, self.destination, self.rootKeys) = (home, destination, rootKeys)
        (self.passphrases, self.variable) = (passphrases, variable)
        self.rootKeysFolder = rootKeysFolder
        (self.isDryRun, self.now, self.show) = (isDryRun, now, show)
    }

    /// What a `keys` command did, or in a dry run would do.
    package struct Report {
        package let edit: RootEditor.Edit
        package let pendingPath: String
        /// The report of the publish; nil if nothing was to be published.
        package let published: PublishReport?
        /// What `decisions.txt` lists now; nil if no key was replaced.
        package let list: DecisionsFile.Content?
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
        let isRotation = edit.difference.replacesOnlineKey
        let (list, warnings) =
            isRotation
            ? try RotationList(home: home, now: now).content(destination, roots: editor.roots)
            : (nil, [])
        show(edit, clockWarnings + warnings)
        // A rotation changes only the home: publish signs all anew.
        let place = isRotation ? nil : destination
        try place?.requireFree(for: [])
        // A dry run signs in memory, so that a rehearsal shows whether the keys are at hand.
        let keyring = try RootKeyring(
            rootKeys, environment: variable(RootKeyring.environmentName), home: home,
            folder: rootKeysFolder)
        try keyring.sign(&edit.pending, &passphrases)
        // The list comes first: without it a complete root would leave decisions behind.
        if let list, !isDryRun {
            try DecisionsFile(home: home).write(list)
            edit.written.append(home.decisionsPath)
        }
        let published = try write(&edit, place, editor)
        return Report(
            edit: edit, pendingPath: editor.pendingPath, published: published, list: list,
            onlineKeyPath: (try? OnlineKey.file(in: home, namedBy: edit.pending.draft))?.place)
    }

    /// The clock is behind what this home has seen signed.
    ///
    /// The other commands refuse then. This one must not: if the earlier clock was ahead, a new online key is what makes
    /// machines forget its versions. Nothing tells an earlier clock that was ahead from one that is behind now, so a
    /// person must.
    private var clockWarnings: [Advice] {
        guard let signedAt = SeenStates(home: home).newest,
            signedAt > now.advanced(bySeconds: PublishClock.slackSeconds)
        else { return [] }
        return [
            "clock: found \(now), but this home has seen what was signed at \(signedAt); "
                + "if that clock was ahead, all is well; if this one is behind, machines may take "
                + "what is signed now for expired: set the clock, then run \(.refresh())"
        ]
    }

    /// Writes the root, and publishes if that is wanted and enough people have signed.
    ///
    /// The whole publish is tried first, so that a refusal comes before the root or a key is written. The root keeps the online
    /// key, so that what is live stays trusted until it is published.
    private func write(
        _ edit: inout RootEditor.Edit, _ destination: (any PublishDestination)?,
        _ editor: RootEditor
    ) throws(PublishError) -> PublishReport? {
        guard let destination, edit.pending.complete != nil else {
            if !isDryRun { try editor.write(&edit) }
            return nil
        }
        var publisher = Publisher(
            .refresh(isForced: false), destination: destination, home: home,
            key: try onlineKey(edit), now: now, isDryRun: true)
        publisher.roots = editor.roots(with: edit.pending)
        let rehearsed = try publisher.run()
        guard !isDryRun else { return rehearsed }
        try editor.write(&edit)
        publisher.isDryRun = false
        do throws(PublishError) {
            return try publisher.run()
        } catch {
            var error = error
            error.remedy = "the home has the new root already: \(.refresh()) finishes this"
            throw error
        }
    }

    /// The online key that the new root names, if it is at hand.
    ///
    /// The root keeps the old key, so it can be published without it.
    private func onlineKey(_ edit: RootEditor.Edit) throws(PublishError) -> SigningKey? {
        let root = edit.pending.draft
        var file = try OnlineKey.file(in: home, namedBy: root)
        let given = try KeyFile.given(
            variable(OnlineKey.environmentName), in: OnlineKey.environmentName)
        if file == nil, let given, root.namesOnline(given.publicKey) { file = given }
        var passphrases = passphrases
        return try file?.unlocked(by: &passphrases)
    }
}
