import ArgumentParser
import BundlePublisher

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
