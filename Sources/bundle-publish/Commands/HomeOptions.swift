import ArgumentParser
import BundlePublisher

/// The publisher's own folder; shared by all commands that need it.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The publisher's folder: configuration, root metadata, keys.",
            valueName: "directory"))
    var home = Self.folder

    func validate() throws {
        if home.isEmpty { throw ValidationError("--home: expected a folder, found nothing") }
    }

    /// The home of a command that names none.
    static let folder = "publish"
}

/// The home and its repository; shared by all commands that are about what is published.
struct RepositoryOptions: ParsableArguments {
    @OptionGroup var options: HomeOptions

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The repository: a directory, an address, or s3://BUCKET/PREFIX; the configuration's "
                + "without it.", valueName: "place"))
    var place: String?

    var home: Home { Home(path: options.home) }

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
        PrintedCommands(home: options.home, place: place, bundles: bundles)
    }
}
