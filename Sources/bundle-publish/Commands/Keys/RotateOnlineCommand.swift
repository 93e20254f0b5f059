import ArgumentParser
import BundlePublisher
import TUF

struct RotateOnlineCommand: RootSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-online",
        abstract: "Replaces the online key, which CI signs with.",
        discussion: """
            Nothing that the old key has signed counts any more. The next publish, or
            this command, packs all seasons from their sources and signs them
            anew: what a thief may have published is not taken over.

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
