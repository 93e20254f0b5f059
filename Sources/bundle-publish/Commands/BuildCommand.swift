import ArgumentParser
import BundleFormat
import BundlePublisher
import SeasonAuthoring

struct BuildCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Writes the compiled seasons into a folder that breakdown can read.",
        discussion: """
            Each season becomes <directory>/<year> with manifest.json, match.json and
            samples; <directory>/set.json lists them. Seasons that are there already are
            not touched; those that bundles no longer has are removed, unless years are
            named.

            Examples:
              bundle-publish build --output /tmp/compiled
              breakdown --bundles /tmp/compiled match.json
              bundle-publish build 2026 --output /tmp/compiled
            """)

    @OptionGroup var content: ContentOptions

    @Argument(help: ArgumentHelp("The years to build; all of them without any.", valueName: "year"))
    var years: [BundleYear] = []

    @Option(help: ArgumentHelp("Where the compiled seasons go.", valueName: "directory"))
    var output: String

    var commands: PrintedCommands { PrintedCommands(bundles: content.bundles) }

    func perform() throws {
        let seasons = try ContentCheck(folder: content.bundles, years: Set(years)).runStrictly()
            .map(\.contents)
        let folder = CompiledFolder(path: output, origin: .folder)
        let changes = try folder.write(seasons, removingOthers: years.isEmpty)
        for change in changes { Console.result(change.description) }
    }
}
