import ArgumentParser
import BundlePublisher
import Files
import JSON
import SeasonAuthoring
import TUF

struct VerifyCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Reads a repository as agents do, now or at a later time, and reports problems.",
        discussion: """
            Acts as three agents: one that has the oldest supported root and was never
            online, one that is up to date, and one that has only its embedded bundles.
            Each refreshes, downloads and unpacks everything. If the repository is on the
            web, verify also checks the server's answers: validators, caching, ranges,
            redirects, and the types of the files that match.html needs.

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

    func perform() throws {
        let (site, now) = (try repository.site(), Surroundings.now)
        let report = VerifyReport(
            site, oldestRoot: try oldestRoot(site), now: now, moment: at.time(from: now))
        Console.result(json ? VerifyReportText.json(report).text() : VerifyReportText.lines(report))
        guard !report.isUntrusted else { throw ExitCode.refused }
        guard report.isGood else { throw ExitCode.failure }
    }

    private func oldestRoot(_ site: Site) throws -> [UInt8] {
        guard let from else { return try site.trustedRoot(repository.home) }
        return try Files.read(from, lengthBytesMax: TUFLimits.standard.rootBytesMax)
    }
}

/// A moment as a person names it: `+60d`, `+12h`, or `2027-03-01T00:00:00Z`.
enum Moment: Equatable, ExpressibleByArgument {
    case later(seconds: Int64)
    case at(UTCTime)

    init?(argument: String) {
        if let time = UTCTime(argument) {
            self = .at(time)
        } else if argument.hasPrefix("+"), let span = TimeSpan(String(argument.dropFirst())) {
            self = .later(seconds: Int64(span.seconds))
        } else {
            return nil
        }
    }

    func time(from now: UTCTime) -> UTCTime {
        switch self {
        case .later(let seconds): now.advanced(bySeconds: seconds)
        case .at(let time): time
        }
    }
}

/// A verification in words, for people and for machines.
enum VerifyReportText {
    /// A line for each client and each finding.
    static func lines(_ report: VerifyReport) -> String {
        var lines = ["\(report.place) at \(report.moment)"]
        for run in report.runs {
            let bundles = "\(counted(run.targetsCount, "bundle")), \(run.targetsBytes) bytes"
            let root = run.report?.status(of: .root)?.version ?? 0
            lines.append(
                "\(words(run.client)): "
                    + (run.problem ?? "updates to root \(root), \(bundles) verified"))
        }
        for finding in report.findings {
            lines.append("\(finding.severity.rawValue): \(finding.message)")
            lines.append("    → \(finding.remedy)")
        }
        return lines.harmlessLines
    }

    private static func words(_ client: VerifyReport.Client) -> String {
        switch client {
        case .oldest: "oldest supported root"
        case .current: "up to date"
        case .embedded: "embedded bundles only"
        }
    }

    static func json(_ report: VerifyReport) -> JSON {
        let clients = report.runs.map { run -> JSON in
            [
                "client": .string("\(run.client)"), "updates": .bool(run.problem == nil),
                "problem": run.problem.map { .string($0) } ?? nil,
                "root": run.report?.status(of: .root).map { .integer($0.version) } ?? nil,
                "timestamp": run.report?.status(of: .timestamp).map { .integer($0.version) } ?? nil,
                "targets": .integer(Int64(run.targetsCount)),
                "bytes": .integer(Int64(run.targetsBytes)),
            ]
        }
        let findings = report.findings.map { finding -> JSON in
            [
                "severity": .string(finding.severity.rawValue),
                "message": .string(finding.message), "remedy": .string(finding.remedy),
            ]
        }
        return [
            "isWell": .bool(report.isGood), "repository": .string(report.place),
            "at": .string(report.moment.description), "clients": .array(clients),
            "findings": .array(findings),
        ]
    }
}
