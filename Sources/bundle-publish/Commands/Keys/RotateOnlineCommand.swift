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
