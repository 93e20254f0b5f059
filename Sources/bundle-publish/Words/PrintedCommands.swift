import BundleFormat
import BundlePublisher
import Terminals

/// The commands that messages print: whole, so that a person can copy them into a shell.
///
/// A message never writes a command by hand. Each command here names the home and the repository as the person did who
/// typed the command that prints it.
struct PrintedCommands {
    /// The publisher's folder.
    var home = HomeOptions.folder
    /// The repository as it was typed; nil for the configuration's.
    var place: String?
    /// The folder of seasons.
    var bundles = ContentOptions.folder
    /// The file of the online key; nil if commands find the key without it.
    var key: String?

    /// The same commands, with `--key` if the person typed it.
    func signing(with key: SecretFile?) -> PrintedCommands {
        var commands = self
        // Nobody else has a descriptor that a caller has opened.
        commands.key = key.map(\.path).flatMap { $0.hasPrefix("/dev/fd/") ? nil : $0 }
        return commands
    }

    // MARK: A repository

    /// `publish`, with more options before the place.
    func publish(_ options: String...) -> String { signed(["publish"] + options + within + folder) }

    /// `refresh`, with more options before the place.
    func refresh(_ options: String...) -> String { signed(["refresh"] + options + within) }

    /// `log`, of one season.
    func log(_ year: BundleYear) -> String { inHome(["log", "\(year)"] + within) }

    /// `verify`, of the repository at a public address.
    func verify(_ address: String) -> String {
        inHome(["verify", "--in", ShellWord.quoted(address)])
    }

    /// `plan`, of all seasons or of one.
    func plan(_ year: BundleYear? = nil) -> String {
        inHome(["plan"] + (year.map { ["\($0)"] } ?? []) + within + folder)
    }

    /// `pull`.
    func pull() -> String { inHome(["pull"] + within) }

    // MARK: A season

    /// `rollback`, to the newest earlier content or to one that is named.
    func rollback(_ year: BundleYear, to version: ContentVersion? = nil) -> String {
        signed(["rollback", "\(year)"] + (version.map { ["--to", $0.short] } ?? []) + within)
    }

    /// `lift`.
    func lift(_ year: BundleYear, _ version: ContentVersion) -> String {
        signed(["lift", "\(year)", version.short] + within)
    }

    /// `waves`, of a season that is named or that a person fills in.
    func waves(_ year: BundleYear?, _ course: String, holdOff: TimeSpan? = nil) -> String {
        signed(
            ["waves", year.map { "\($0)" } ?? "YEAR", course]
                + (holdOff.map { ["--hold-off", $0.text] } ?? []) + within)
    }

    // MARK: The home and the authors' folder

    /// `init`.
    func makeHome() -> String { inHome(["init"]) }

    /// `keys …`.
    func keys(_ words: String...) -> String { inHome(["keys"] + words) }

    /// `keys rotate-online`, which signs the seasons of the folder anew.
    func rotateOnline() -> String { inHome(["keys", "rotate-online"] + within + folder) }

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

    private var within: [String] { place.map { ["--in", Self.path($0)] } ?? [] }
    private var folder: [String] {
        bundles == ContentOptions.folder ? [] : ["--bundles", Self.path(bundles)]
    }
}
