import BundleFormat
import BundlePublisher
import Terminals

/// The commands that messages print: whole, so that a person can copy them into a shell.
///
/// A message never writes a command by hand. Each command here names the home and the repository of the command that
/// prints it.
struct PrintedCommands {
    /// The publisher's folder.
    var home = HomeOptions.folder
    /// The repository, or nil.
    ///
    /// Nobody knows it then: a person fills it in, or the configuration names it.
    var place: String?
    /// The folder of seasons.
    var bundles = ContentOptions.folder
    /// The file of the online key; nil if commands find the key without it.
    var key: String?
    /// The homes that sign other repositories, by their places.
    var otherHomes: [String: String] = [:]
    /// A repository that another home may sign, and `--from-home` does not name it.
    var placeWithoutHome: String?

    /// What stands for a directory that a person must name.
    private static let blank = "DIRECTORY"

    /// The same commands for another repository.
    ///
    /// - Parameter place: its place.
    /// - Returns: the commands, with the home that signs it.
    func at(_ place: String) -> PrintedCommands {
        var commands = self
        commands.place = place
        commands.home = otherHomes[place] ?? home
        return commands
    }

    /// The same commands for a repository by its home.
    func at(_ place: PublishPlace) -> PrintedCommands {
        var commands = at(place.destination)
        commands.home = place.home
        return commands
    }

    /// The same commands, with `--key` if the person typed it.
    func signing(with key: SecretFile?) -> PrintedCommands {
        var commands = self
        // Nobody else has a descriptor that a caller has opened.
        commands.key = key.map(\.path).flatMap { $0.hasPrefix("/dev/fd/") ? nil : $0 }
        return commands
    }

    // MARK: A repository

    /// `publish --to …`, with more options before it.
    func publish(_ options: String...) -> String {
        signed(["publish"] + options + to + folder)
    }

    /// `refresh --to …`, with more options before it.
    func refresh(_ options: String...) -> String {
        signed(["refresh"] + options + to)
    }

    /// `log`, of one season.
    func log(_ year: BundleYear) -> String {
        inHome(["log", "\(year)"] + (writablePlace.map { [Self.path($0)] } ?? []))
    }

    /// `verify`, of the repository at a public address.
    func verify(_ address: String) -> String { inHome(["verify", ShellWord.quoted(address)]) }

    /// `plan`.
    func plan() -> String {
        inHome(["plan"] + (place.map { ["--to", Self.path($0)] } ?? []) + folder)
    }

    // MARK: A season's entry

    /// `rollback`, to the content before or to one that is named.
    func rollback(_ year: BundleYear, to version: ContentVersion? = nil) -> String {
        signed(
            ["rollback", "\(year)"] + (version.map { ["--to", $0.short] } ?? []) + within)
    }

    /// `recall … --to embedded`: machines show the bundle inside the program.
    func withdraw(_ year: BundleYear, _ version: ContentVersion) -> String {
        signed(["recall", "\(year)", version.short, "--to", "embedded"] + within)
    }

    /// `recall … --lift`, of a content that is named or that a person fills in.
    func lift(_ year: BundleYear, _ version: ContentVersion? = nil) -> String {
        signed(["recall", "\(year)", version?.short ?? "VERSION", "--lift"] + within)
    }

    /// `waves`, of a season that is named or that a person fills in.
    func waves(_ year: BundleYear?, _ change: String, holdOff: TimeSpan? = nil) -> String {
        signed(
            ["waves", year.map { "\($0)" } ?? "YEAR", change]
                + (holdOff.map { ["--hold-off", $0.text] } ?? []) + within)
    }

    // MARK: The home and the authors' folder

    /// `init`.
    func makeHome() -> String { inHome(["init"]) }

    /// `keys …`.
    func keys(_ words: String...) -> String { inHome(["keys"] + words) }

    /// `keys rotate-online --to …`, which signs the seasons of the folder anew.
    func rotateOnline() -> String { inHome(["keys", "rotate-online"] + to + folder) }

    /// A command of authors: `check`, `new`, `preview`.
    func author(_ words: String...) -> String {
        (["bundle-publish"] + words + folder).joined(separator: " ")
    }

    // MARK: - Their parts

    /// A line of a command that signs with the online key.
    private func signed(_ words: [String]) -> String {
        inHome(words + (key.map { ["--key", Self.path($0)] } ?? []))
    }

    /// A path that no command takes for an option.
    private static func path(_ path: String) -> String {
        ShellWord.quoted(path.hasPrefix("-") ? "./\(path)" : path)
    }

    /// A line with the home's option, which is left out where it would change nothing.
    private func inHome(_ words: [String]) -> String {
        (["bundle-publish"] + words
            + (home == HomeOptions.folder ? [] : ["--home", Self.path(home)]))
            .joined(separator: " ")
    }

    /// The place, if commands can write to it; else what a person fills in.
    private var writablePlace: String? {
        guard let place, place.hasPrefix("http://") || place.hasPrefix("https://") else {
            return place
        }
        return Self.blank
    }

    private var to: [String] { ["--to", Self.path(writablePlace ?? Self.blank)] }
    /// The option of the commands that take the configuration's repository without it.
    private var within: [String] { writablePlace.map { ["--in", Self.path($0)] } ?? [] }
    private var folder: [String] {
        bundles == ContentOptions.folder ? [] : ["--bundles", Self.path(bundles)]
    }
}
