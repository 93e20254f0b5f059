import ArgumentParser
import BundlePublisher

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
