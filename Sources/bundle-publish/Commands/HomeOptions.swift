import ArgumentParser
import BundlePublisher
import SeasonAuthoring

/// The publisher's own folder; shared by all commands that need it.
struct HomeOptions: ParsableArguments {
    @Option(help: Self.help) var home = Self.folder

    func validate() throws { try Self.requireFolder(home) }

    /// The home of a command that names none.
    static let folder = "publish"

    static let help = ArgumentHelp(
        "The publisher's folder: configuration, root metadata, keys.", valueName: "directory")

    static func requireFolder(_ home: String) throws {
        if home.isEmpty { throw ValidationError("--home: expected a folder, found nothing") }
    }
}

/// The home and its repository; shared by all commands that are about what is published.
///
/// Like ``SignedChange``, it has no group in it.
struct RepositoryOptions: ParsableArguments {
    @Option(name: .customLong("home"), help: HomeOptions.help)
    var homePath = HomeOptions.folder

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The repository: a directory, an address, or s3://BUCKET/PREFIX; the configuration's "
                + "without it.", valueName: "place"))
    var place: String?

    func validate() throws { try HomeOptions.requireFolder(homePath) }

    var home: Home { Home(path: homePath) }

    /// Whether the place is another one than the home's own: nothing is remembered of it.
    var isRehearsal: Bool {
        get throws(PublishError) {
            try DestinationOpener.program.isRehearsal(place, home: home)
        }
    }

    /// The repository to write to; nothing is made yet.
    func open(breaksLock: Bool = false) throws(PublishError) -> any PublishDestination {
        try DestinationOpener.program.open(place, home: home, breaksLock: breaksLock)
    }

    /// The repository to read from; it may be at a web address.
    func openToRead() throws(PublishError) -> any PublishDestination {
        try DestinationOpener.program.openToRead(place, home: home)
    }

    /// The repository as agents see it.
    func site() throws(PublishError) -> Site {
        try DestinationOpener.program.site(place, home: home)
    }

    /// The commands that messages print, which name the same home and the same repository.
    func commands(bundles: String = ContentOptions.folder) -> PrintedCommands {
        PrintedCommands(home: homePath, place: place, bundles: bundles)
    }
}

/// The common options of commands that change what is signed: whether they do it, and how they report.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Show what would change and write nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false
}

/// The folder of seasons; the options that all commands about content share.
struct ContentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of seasons.", valueName: "directory"))
    var bundles = Self.folder

    /// The folder of a command that names none.
    static let folder = SeasonFolder.standardPath
}
