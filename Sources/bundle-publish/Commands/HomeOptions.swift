import ArgumentParser
import BundlePublisher

/// The publisher's own folder; shared by all commands that need it.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The publisher's folder: configuration, root metadata, keys.", valueName: "directory"))
    var home = Self.folder

    func validate() throws {
        if home.isEmpty { throw ValidationError("--home: expected a folder, found nothing") }
    }

    /// The home of a command that names none.
    static let folder = "publish"

    /// The commands that messages print.
    ///
    /// - Parameters:
    ///   - place: the repository as it was typed; nil for the configuration's.
    ///   - bundles: the folder of seasons.
    /// - Returns: commands that name the same home and the same repository.
    func commands(
        at place: String?, bundles: String = ContentOptions.folder
    ) -> PrintedCommands {
        let configuration = Home(path: home).configurationPath
        let configured =
            place == nil ? (try? HomeConfiguration.read(configuration))?.repository : nil
        return PrintedCommands(home: home, place: place ?? configured, bundles: bundles)
    }
}
