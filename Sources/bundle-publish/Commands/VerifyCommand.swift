import ArgumentParser
import BundlePublisher
import Files
import JSON
import RepositoryTransport
import SeasonAuthoring
import TUF

/// `verify`: reads the repository as agents do.
struct VerifyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Reads a repository as agents do, now or at a later time, and reports problems.",
        discussion: """
            Acts as three agents: one that has the oldest supported root and was never
            online, one that is up to date, and one that has only its embedded bundles.
            Each refreshes, downloads and unpacks everything. If the repository is on the
            web, verify also checks the server's answers: validators, caching, ranges and
            redirects.

            Exits with status 1 if an agent would not update, and with 3 if root does not
            vouch for the repository, or a signed file is not there. Writes nothing.

            Examples:
              bundle-publish verify
              bundle-publish verify --in https://bundles.example.org --at +60d
              bundle-publish verify --in https://bundles.example.org --from shipped/root.json --json
            """)

    @OptionGroup var repository: RepositoryOptions

    @Option(
        help: ArgumentHelp(
            "The oldest supported root; the home's first without it.", valueName: "root.json"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "When: +60d, +12h, or a time such as 2027-03-01T00:00:00Z.", valueName: "when"))
    var at = Moment.later(seconds: 0)

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    var commands: PrintedCommands { repository.commands() }

    func perform() throws -> ExitCode {
        let home = repository.home
        let site = try repository.site()
        let now = Surroundings.now
        let verifier = SiteVerifier(
            fetcher: site.fetcher, oldestRoot: try oldestRoot(home, site), now: now,
            moment: at.time(from: now))
        let runs = try verifier.run()
        let report = VerifyReport(
            place: site.address, moment: verifier.moment, runs: runs,
            findings: findings(site, runs))
        Console.result(
            json ? VerifyReportText.json(report).text() : VerifyReportText.lines(report))
        return switch report.verdict {
        case .untrusted: ExitCode(ExitStatus.refused)
        case .faulty: .failure
        case .good: .success
        }
    }

    private func oldestRoot(_ home: Home, _ site: Site) throws -> [UInt8] {
        guard let from else { return try site.trustedRoot(home) }
        return try Files.read(from, lengthBytesMax: TUFLimits.standard.rootBytesMax)
    }

    private func findings(
        _ site: Site, _ runs: [SiteVerifier.Run]
    ) -> [HostingFinding] {
        guard let web = site.web else { return [] }
        let live = runs.compactMap(\.report).first
        let probe = HostingProbe(web: web, isEncrypted: site.isEncrypted)
        // If nobody answers, the clients have already said so.
        guard
            let answers = try? probe.ask(
                rootVersion: live?.status(of: .root)?.version ?? 1,
                target: runs.compactMap(\.firstTarget).first)
        else { return [] }
        return HostingReview.findings(answers)
    }
}
