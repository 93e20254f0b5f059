import ArgumentParser
import BundleUpdater
import Files
import Glibc
import JSON
import RepositoryTransport
import SeasonClient
import TUF

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes what this machine trusts as a repository, for machines without network.",
        discussion: """
            You can carry the folder on a stick or serve it with any web server. If the name ends in \
            .zip, .tar, .tar.gz, .tar.bz2, .tar.xz, .tar.zst, .7z or .iso, it writes one file instead, \
            and with '-' it writes a tar to standard output. The other machine checks every signature, \
            so it need not trust the stick. Run it again to bring the copy up to date. It refuses a \
            folder with other files, and makes no folder above the copy. Archives other than a .zip \
            need libarchive (apt-get install libarchive13).

            Examples:
              bundle-agent export /media/stick/bundles
              bundle-agent export bundles.zip
              bundle-agent poll --from /media/stick/bundles      on the other machine
              bundle-agent export - | ssh pit1 bundle-agent poll --from -

            \(ExitStatus.help(done: "written", failed: "failed or a season is missing"))
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder, a file ending in .zip, .tar.zst or the like, or '-'.", valueName: "path"))
    var path: String

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Show what would be written; write and download nothing.") var dryRun = false
    @Flag(help: "Print the report as JSON.") var json = false

    func run() throws {
        guard !path.isEmpty else { throw ValidationError("expected a folder or a file") }
        try refuseAddress(path, "expected a folder or a file, found an address")
        let form = ExportForm(path: path)
        if form == .stream, !dryRun { try checkStream() }
        let configuration = try AgentConfiguration(common, polling, forPolling: true)
        let root = try configuration.rootToTrust()
        try say(export(configuration, root, form))
    }

    private func export(
        _ configuration: AgentConfiguration, _ root: [UInt8], _ form: ExportForm
    ) throws(ExportError) -> ExportText {
        guard form == .stream || !Paths.areNested(path, configuration.state.path) else {
            throw .inState(path, configuration.state)
        }
        let bar = ProgressBar.onTerminal(after: .seconds(1))
        defer { bar?.finish() }
        let now = UTCTime(unixSeconds: SystemClock.unixSeconds())
        let export = try ExportGathering(
            state: configuration.state, embedded: .program, limits: .standard, packagedRoot: root,
            mirrors: mirrors(configuration), fetches: !dryRun, now: now,
            progress: { bar?.show($0, doneBytes: $1, totalBytes: $2) }
        ).gather()
        guard form != .stream else {
            let stream = dryRun ? nil : try export.packed(form)
            return ExportText(export: export, path: path, isDryRun: dryRun, stream: stream)
        }
        let writer = ExportWriter(
            export: export, packagedRoot: root, now: now,
            containers: .program(for: configuration.state))
        let path = StateFolder(path).path
        try writer.check(path)
        if !dryRun { try writer.write(to: path) }
        return ExportText(export: export, path: path, isDryRun: dryRun)
    }

    /// Refuses to write a tar to a terminal, or to the same place as a report in JSON.
    private func checkStream() throws {
        guard !json else {
            throw ValidationError("export -: --json would be in the middle of the tar")
        }
        guard isatty(STDOUT_FILENO) == 0 else {
            throw ValidationError(
                "export -: expected a pipe or a file, found a terminal; for example: bundle-agent"
                    + " export - | ssh pit1 bundle-agent poll --from -")
        }
    }

    private func say(_ text: ExportText) throws {
        if let stream = text.stream {
            try Console.result(bytes: stream)
            for line in text.lines { Console.message(line) }
        } else {
            try json ? Console.result(text.json.text(.indented)) : Console.result(lines: text.lines)
        }
        if let message = text.message {
            throw Failure(message, status: text.export.severity.rawValue)
        }
    }

    /// Where to download the zips that this machine lacks; none without a repository.
    private func mirrors(_ configuration: AgentConfiguration) -> [Mirror] {
        guard let repository = configuration.repository else { return [] }
        return Mirror.all(repository.addresses, repository.web, isCancelled: { false })
    }
}
