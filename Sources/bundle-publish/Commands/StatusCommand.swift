import ArgumentParser
import TUF

/// `status`: what is live, and what runs out when.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows what a directory serves and how long its signatures last.",
        discussion: """
            Exits with status 1 when root has less than 90 days left, or another role
            less than a quarter of its life, so that a scheduled job fails long before
            users notice.

            Examples:
              bundle-publish status /srv/bundles
              bundle-publish status /srv/bundles --json | jq .well
            """)

    @OptionGroup var options: HomeOptions

    @Argument(help: ArgumentHelp("The published directory.", valueName: "directory"))
    var directory: String

    @Flag(help: "Print one JSON object instead of tables.")
    var json = false

    func perform() throws(PublishError) -> ExitCode {
        let live = try LiveRepository.read(directory, roots: try roots(), now: Surroundings.now)
        guard let live else {
            throw .failed(
                "\(directory): expected a published repository, found no metadata/timestamp.json",
                remedy: "publish into it with bundle-publish publish --to \(directory)")
        }
        let status = RepositoryStatus(
            report: live.report, bundles: try live.bundles(), now: Surroundings.now)
        Console.result(json ? StatusText.json(status) : StatusText.lines(status))
        for role in status.roles {
            if let warning = role.warning { Console.message("\(role.role.rawValue): \(warning)") }
        }
        return status.isWell ? .success : .failure
    }

    /// The home's roots; without a home the directory's own, which then vouch for themselves.
    private func roots() throws(PublishError) -> RootChain {
        let home = Home(path: options.home)
        if let chain = try RootChain.read(home.metadataPath) { return chain }
        guard let chain = try RootChain.read("\(directory)/metadata") else {
            throw .failed(
                "\(directory): expected metadata/1.root.json, found none",
                remedy: "name the directory that bundle-publish publish wrote to")
        }
        Console.message(
            "\(home.path): expected a home to compare the root with, found none; "
                + "trusting the directory's own")
        return chain
    }
}
