import ArgumentParser
import BundleFormat
import TUF

/// `embed`: the seasons as the source of the EmbeddedBundles target.
struct EmbedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Renews the seasons that the programs carry inside.",
        discussion: """
            Writes <directory>/content/<year>, <directory>/content/set.json and
            <directory>/EmbeddedBundles.c; what is up to date is not touched.

            Example:
              bundle-publish embed --to Sources/EmbeddedBundles
            """)

    @OptionGroup var content: ContentOptions

    @Option(help: ArgumentHelp("The target's folder.", valueName: "directory"))
    var to: String

    func perform() throws(PublishError) -> ExitCode {
        let seasons = try ContentCheck(folder: content.bundles).runStrictly()
        let folder = CompiledFolder(
            path: "\(to)/content", origin: .embedded,
            nowUnixSeconds: Surroundings.now.unixSeconds)
        let changes = try folder.write(seasons, removingOthers: true)
        for change in changes { Console.result(change.description) }
        let source = EmbeddedSource(seasons: seasons)
        if try source.write(to: "\(to)/EmbeddedBundles.c") {
            Console.result("EmbeddedBundles.c written")
        }
        return .success
    }
}
