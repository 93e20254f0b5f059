import ArgumentParser
import BundlePublisher

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
