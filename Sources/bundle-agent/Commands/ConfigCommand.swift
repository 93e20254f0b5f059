import ArgumentParser
import JSON
import SeasonClient

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows the settings and where each value came from.",
        discussion: """
            Settings come from the configuration files (key = value), then from the environment \
            (BUNDLE_AGENT_INTERVAL for interval), then from flags (--interval). The later one wins. \
            An unknown setting or a bad value is an error that names its place.

            \(ConfigurationFiles.package) is the package's. Yours are \
            \(ConfigurationFiles.folder)/*\(ConfigurationFiles.ending), which are read after it in \
            the order of their names. With --config only that file is read.

            Examples:
              bundle-agent config show
              bundle-agent config show --json
              bundle-agent config example | grep -A 1 proxy
            """,
        subcommands: [Show.self, Example.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Shows each setting's value and where it came from.",
            discussion: """
                With --json it prints one object: schema, files (those that were read) and settings, \
                each with key, value (null if not set; a list for repository), source (default, \
                file, environment or flag) and place. Passwords are shown as ***.
                """)

        @OptionGroup var common: CommonOptions
        @OptionGroup var polling: PollOptions
        @OptionGroup var service: ServiceOptions
        @OptionGroup var freshness: FreshnessOptions
        @Flag(help: "Print JSON.") var json = false

        func run() throws {
            let configuration = try AgentConfiguration(
                common, polling, service, freshness, forPolling: true)
            try json
                ? Console.result(SettingsText.json(configuration).text(.indented))
                : Console.result(lines: SettingsText.lines(configuration))
        }
    }

    struct Example: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "example",
            abstract: "Prints a commented configuration file with every setting.")

        func run() throws {
            try Console.result(SettingsText.example)
        }
    }
}

/// The settings for people and programs, never with a password.
enum SettingsText {
    /// A line for each setting: key, value, where it came from.
    static func lines(_ configuration: AgentConfiguration) -> [String] {
        let width = Setting.all.map(\.key.count).max() ?? 0
        let files = configuration.files
        return (files.paths.isEmpty ? ["# no configuration file"] : [])
            + files.paths.map { "# configuration file: \($0)" }
            + files.leftOut.map {
                "# left out, because its name does not end with \(ConfigurationFiles.ending): \($0)"
            }
            + Setting.all.map { setting in
                let value = configuration.texts[setting]
                let texts = value.texts.map(setting.form.withoutSecrets)
                return "\(setting.key.padded(to: width)) = "
                    + "\(texts.joined(separator: " ").padded(to: 32))  # "
                    + (value.place ?? value.source.rawValue)
            }
    }

    /// The form that `config show --json` prints.
    static func json(_ configuration: AgentConfiguration) -> JSON {
        [
            "schema": 1,
            "files": .array(configuration.files.paths.map { .string($0) }),
            "settings": .array(
                Setting.all.map { setting in
                    let value = configuration.texts[setting]
                    let texts = value.texts.map { JSON.string(setting.form.withoutSecrets($0)) }
                    return [
                        "key": .string(setting.key),
                        "value": setting.form.isList ? .array(texts) : texts.last ?? .null,
                        "source": .string(value.source.rawValue), "place": .text(value.place),
                    ]
                }),
        ]
    }

    /// A configuration file with every setting in a comment, to copy lines from.
    static var example: String {
        let start = """
            # Settings of bundle-agent: key = value, one a line; # starts a comment line.
            # Yours go into a file of your own: \(ConfigurationFiles.folder)/NAME\(ConfigurationFiles.ending)
            # The agent reads these files in the order of their names; a later file wins.
            # $BUNDLE_AGENT_<KEY> and --<key> win over all files.
            # `bundle-agent config show` checks them and shows which file each value comes from;
            # `systemctl reload bundle-agent` puts them into force.

            """
        return start
            + Setting.all.map { setting in
                let lines = wrapped(setting.sentence, width: 96).map { "\n# \($0)" }.joined()
                return lines + "\n#\(setting.key) = "
                    + (setting.form.standard ?? "<\(setting.form.placeholder)>") + "\n"
            }.joined()
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
