import ArgumentParser
import BundleFormat
import BundlePublisher
import SeasonAuthoring
import TUF

struct EmbedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Renews the seasons that the programs carry inside.",
        discussion: """
            Writes <directory>/content/<year>, <directory>/content/set.json and
            <directory>/EmbeddedBundles.c. Files that are up to date are not written.

            set.json has a time for each season: since when its content is as it is. A season that \
            has not changed keeps its time. A changed season gets --since, else \
            $SOURCE_DATE_EPOCH, else the current time. Agents take an embedded season only if it is \
            newer than what is published. So give --since if you embed old content into a new folder.

            Examples:
              bundle-publish embed --output Sources/EmbeddedBundles
              bundle-publish embed --output Sources/EmbeddedBundles --since 2026-11-21T02:30:00Z
            """)

    @OptionGroup var content: ContentOptions

    @Option(help: ArgumentHelp("The target's folder.", valueName: "directory"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Since when the content of what has changed is as it is: 2026-11-21T02:30:00Z.",
            valueName: "time"))
    var since: String?

    var commands: PrintedCommands { PrintedCommands(bundles: content.bundles) }

    func perform() throws {
        let since = try EmbeddedSince.read(
            flag: since, variable: Surroundings.variable(EmbeddedSince.variable),
            now: Surroundings.now)
        let seasons = try ContentCheck(folder: content.bundles).runStrictly().map(\.contents)
        let folder = CompiledFolder(
            path: "\(output)/content", origin: .embedded,
            sinceUnixSeconds: since.unixSeconds)
        let changes = try folder.write(seasons, removingOthers: true)
        for change in changes { Console.result(change.description) }
        let source = EmbeddedSource(seasons: seasons)
        if try source.write(to: "\(output)/EmbeddedBundles.c") {
            Console.result("EmbeddedBundles.c written")
        }
    }
}
