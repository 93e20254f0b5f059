import ArgumentParser
import BundlePublisher
import TUF

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
