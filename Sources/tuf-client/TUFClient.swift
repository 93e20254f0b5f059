import ArgumentParser

/// A TUF client for the public conformance suite: `init`, `refresh`, `download`.
struct TUFClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tuf-client",
        abstract: "Follows a TUF repository, as the public conformance suite asks for it.",
        discussion: """
            Metadata lies in the metadata folder as received, one file a role. A target lies in the \
            target folder under its percent-encoded path. TUF_NOW, a date and time as in RFC 3339, \
            replaces the clock.

            Examples:
              tuf-client --metadata-dir md init root.json
              tuf-client --metadata-url http://localhost/metadata --metadata-dir md refresh
              tuf-client --metadata-url http://localhost/metadata --metadata-dir md \
            --target-name a/b --target-dir t --target-base-url http://localhost/targets download

            Exit status: 0 done, 1 anything else.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the metadata is published.", valueName: "url"))
    var metadataUrl: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The folder of trusted metadata.", valueName: "folder"))
    var metadataDir: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A target's path; may be repeated.", valueName: "path"))
    var targetName: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The folder of downloaded targets.", valueName: "folder"))
    var targetDir: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the targets are published.", valueName: "url"))
    var targetBaseUrl: String?

    @Argument(help: "What to do: init, refresh or download.")
    var command: Command

    @Argument(help: ArgumentHelp("The root to start from, for init.", valueName: "root"))
    var root: String?

    enum Command: String, ExpressibleByArgument {
        case initialize = "init"
        case refresh
        case download
    }
}
