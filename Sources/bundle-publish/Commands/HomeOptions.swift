import ArgumentParser

/// The publisher's own folder; shared by all commands that need it.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The publisher's folder: configuration, root metadata, keys.", valueName: "directory"))
    var home = "publish"
}
