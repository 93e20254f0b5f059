import ArgumentParser

/// What the commands that change signed entries alone have in common.
struct EntryOptions: ParsableArguments {
    @OptionGroup var home: HomeOptions

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The published directory; the configuration's repository without it.",
            valueName: "directory"))
    var place: String?

    @OptionGroup var online: OnlineKeyOptions

    @OptionGroup var change: ChangeOptions

    /// Publishes an edit, and tells.
    ///
    /// - Parameter edit: the change.
    /// - Returns: the process's exit status.
    /// - Throws: ``PublishError``.
    func publish(_ edit: any EntryEdit) throws(PublishError) -> ExitCode {
        let place = try Destinations.open(place, home: Home(path: home.home))
        return try EntryRun(home: home, online: online, change: change)
            .publish(edit, to: place)
    }
}

extension Destinations {
    /// Opens the place named on the command line, else the configuration's.
    ///
    /// - Parameters:
    ///   - text: the place; nil where none is named.
    ///   - home: the publisher's folder.
    /// - Returns: the place.
    /// - Throws: ``PublishError`` where neither names one.
    static func open(_ text: String?, home: Home) throws(PublishError) -> any PublishDestination {
        let configured =
            text == nil ? try Configuration.read(home.configurationPath).repository : nil
        guard let name = text ?? configured else {
            throw .failed(
                "repository: expected the published directory, found none",
                remedy: "name it with --in, or write repository: into \(home.configurationPath)")
        }
        return try open(name)
    }
}
