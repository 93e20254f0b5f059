import ArgumentParser
import SeasonAuthoring

/// The folder of seasons; the options that all commands about content share.
struct ContentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of seasons.", valueName: "directory"))
    var bundles = Self.folder

    /// The folder of a command that names none.
    static let folder = SeasonFolder.standardPath
}
