import ArgumentParser
import BundlePublisher
import TUF

struct RotateOnlineCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-online",
        abstract: "Replaces the online key, which CI signs with.",
        discussion: """
            Changes only the home. Writes everything that the old key had signed into
            decisions.txt: read it, remove what none of you decided, and commit it. Then
            publish compiles all seasons from their sources and signs them anew. Nothing
            else that the old key has signed counts any more.

            Examples:
              bundle-publish keys rotate-online --dry-run
              bundle-publish keys rotate-online --root-key /media/stick/root-a.key
              bundle-publish keys rotate-online
            """)

    @OptionGroup var options: KeysOptions

    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit {
        let key = SigningKey()
        var edit = try editor.draft(.rotateOnline(key.publicKey))
        edit.newKeys = [(editor.home.nextOnlineKeyPath, key.encoded())]
        return edit
    }
}

struct RemoveRootCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-root",
        abstract: "Removes a root key.",
        discussion: """
            Needs the signatures of other root keys, or of this one, up to the threshold.

            Examples:
              bundle-publish keys remove-root 1a2b3c4d
              bundle-publish keys remove-root keys/root-b.key --root-key keys/root-a.key
              bundle-publish keys remove-root 1a2b3c4d --dry-run
            """)

    @OptionGroup var options: KeysOptions

    @Argument(
        help: ArgumentHelp(
            "The key: its file, its public half, or the first digits that keys list shows.",
            valueName: "key"))
    var key: String

    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit {
        let keys = try editor.roots.next(expires: editor.now).root.keys
        return try editor.draft(.removeRoot(try KeyName(text: key).key(among: keys)))
    }
}

struct RenewRootCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "renew-root",
        abstract: "Makes root expire later, even if it has expired.",
        discussion: """
            Its life begins anew: expiry_days.root of the configuration. Agents follow
            even where the old root has expired.

            Examples:
              bundle-publish keys renew-root
              bundle-publish keys renew-root --root-key fd:3 3< <(pass show root-a)
            """)

    @OptionGroup var options: KeysOptions

    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit {
        try editor.draft(.renewRoot)
    }
}

struct ThresholdCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "threshold",
        abstract: "Changes how many root keys must sign.",
        discussion: """
            With 1 a single lost key is harmless; with 2 a single stolen one is, too, and
            three keys are wanted, so that one may still be lost.

            Examples:
              bundle-publish keys threshold 2
              bundle-publish keys threshold 2 --dry-run --json
            """)

    @OptionGroup var options: KeysOptions

    @Argument(help: ArgumentHelp("How many, from 1 to the number of root keys.", valueName: "n"))
    var count: Int

    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit {
        try editor.draft(.threshold(count))
    }
}

struct SignCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Signs the root that waits in pending/.",
        discussion: """
            Shows what it changes, and signs. With the last signature that is needed it
            moves to metadata/; no two people need be at one machine.

            Examples:
              bundle-publish keys sign --dry-run
              bundle-publish keys sign --root-key /media/stick/root-b.key
              bundle-publish keys sign --root-key root-b.key
            """)

    @OptionGroup var options: KeysOptions

    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit {
        try editor.requireWaiting()
    }
}
