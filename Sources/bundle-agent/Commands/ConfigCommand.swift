import ArgumentParser
import JSON

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
