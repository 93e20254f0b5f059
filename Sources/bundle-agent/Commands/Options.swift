import ArgumentParser

/// The flags of every command, as typed; ``Configuration`` is what they mean.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The state folder; else $BUNDLE_AGENT_STATE, else \(Configuration.defaultState).",
            valueName: "folder"))
    var state: String?
}

/// The flags of the commands that ask a repository, as typed.
struct RepositoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The repository: http://, https://, file:// or a folder; else $BUNDLE_AGENT_REPOSITORY.",
            valueName: "address"))
    var repository: String?

    @Option(
        help: ArgumentHelp(
            """
            The root metadata to trust, made by 'bundle-publish init'; else $BUNDLE_AGENT_ROOT, \
            else \(Configuration.defaultRoot).
            """,
            valueName: "file"))
    var root: String?

    @Option(
        help: ArgumentHelp(
            """
            A PEM file of the only certificate authorities to trust for https; else \
            $BUNDLE_AGENT_CA_FILE, else the system's.
            """,
            valueName: "file"))
    var caFile: String?
}
