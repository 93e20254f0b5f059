import BundlePublisher
import Platform
import SeasonAuthoring

/// Completes the commands that texts name, so that a person can copy them into a shell.
///
/// Each command names the home and the repository as the person did who typed the command that prints it.
struct PrintedCommands {
    var home = HomeOptions.folder
    /// The repository as it was typed; nil for the configuration's.
    var place: String?
    var bundles = ContentOptions.folder
    /// The file of the online key; nil if commands find the key without it.
    var key: String?

    /// The same commands, with `--key` if the person typed it.
    func signing(with key: SecretFile?) -> PrintedCommands {
        var commands = self
        // A descriptor of this process means nothing in the shell where a printed command is pasted.
        commands.key = key.map(\.path).flatMap { $0.hasPrefix("/dev/fd/") ? nil : $0 }
        return commands
    }

    func text(_ advice: Advice) -> String { advice.text(text) }

    func text(_ command: NamedCommand) -> String {
        let options = command.options.flatMap { option -> [String] in
            switch option {
            case .place: place.map { ["--in", Self.path($0)] } ?? []
            case .folder:
                bundles == ContentOptions.folder ? [] : ["--bundles", Self.path(bundles)]
            case .key: key.map { ["--key", Self.path($0)] } ?? []
            case .home: home == HomeOptions.folder ? [] : ["--home", Self.path(home)]
            }
        }
        return ([command.program] + command.words.map(ShellWord.quoted) + options)
            .joined(separator: " ")
    }

    /// A path that no command takes for an option.
    private static func path(_ path: String) -> String {
        ShellWord.quoted(path.hasPrefix("-") ? "./\(path)" : path)
    }
}
