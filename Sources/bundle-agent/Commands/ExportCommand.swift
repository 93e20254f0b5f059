import ArgumentParser
import BundleUpdater
import Files
import JSON
import RepositoryTransport
import TUF
import UpdatePolicy

/// `export`: writes what this machine trusts as a repository for other machines.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes what this machine trusts as a repository, for machines without network.",
        discussion: """
            You can carry the folder on a stick or serve it with any web server. If the name ends in \
            .zip, it writes one file instead. The other machine checks every signature, so nobody \
            needs to trust the stick. Run it again to bring the copy up to date. It refuses a folder \
            with other files.

            Examples:
              bundle-agent export /media/stick/bundles
              bundle-agent export bundles.zip
              bundle-agent poll --from /media/stick/bundles      on the other machine

            \(ExitStatusText.help(done: "written", failed: "failed or a season is missing"))
            """)

    @Argument(help: ArgumentHelp("A folder, or a file ending in .zip.", valueName: "path"))
    var path: String

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Show what would be written; write and download nothing.") var dryRun = false
    @Flag(help: "Print the report as JSON.") var json = false

    func run() throws {
        guard !path.isEmpty else { throw ValidationError("expected a folder or a file") }
        let configuration = try AgentConfiguration(common, polling, forPolling: true)
        let root = try configuration.rootToTrust()
        let text: ExportText
        do throws(ExportError) {
            text = try export(configuration, root)
        } catch {
            Console.message(error.sentence)
            throw ExitCode(error.exitStatus)
        }
        try say(text)
    }

    private func export(
        _ configuration: AgentConfiguration, _ root: [UInt8]
    ) throws(ExportError) -> ExportText {
        let now = UTCTime(unixSeconds: SystemClock.unixSeconds())
        let export = try ExportGathering(
            state: configuration.state, embedded: .program, limits: .standard, packagedRoot: root,
            fetcher: fetcher(configuration), fetches: !dryRun, now: now
        ).gather()
        let writer = ExportWriter(export: export, packagedRoot: root, now: now)
        let path = StateFolder(path).path
        try writer.check(path)
        if !dryRun { try writer.write(to: path) }
        return ExportText(export: export, path: path, isDryRun: dryRun)
    }

    private func say(_ text: ExportText) throws {
        try json ? Console.result(text.json.text(.indented)) : Console.result(lines: text.lines)
        guard let message = text.message else { return }
        Console.message(message)
        throw ExitCode(ExitStatus.failed)
    }

    /// Where to download the zips that this machine lacks; nil without a repository.
    private func fetcher(_ configuration: AgentConfiguration) -> any Fetcher {
        guard let repository = configuration.repository else { return MemoryFetcher(metadata: []) }
        return repository.address.fetcher(repository.web)
    }
}
