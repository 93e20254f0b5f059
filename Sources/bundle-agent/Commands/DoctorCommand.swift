import ArgumentParser
import BundleUpdater
import JSON
import SeasonClient

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the installation and names the remedy of each finding.",
        discussion: """
            Examines the configuration, the state folder, the clock, the root metadata, the \
            connection to the repository, its signatures, the self-test and the service or timer. It changes \
            nothing. With --json it prints one object: schema and checks, each with check, level \
            (ok, note, warning or problem), finding and remedy (null if there is nothing to do).

            Examples:
              bundle-agent doctor
              sudo bundle-agent doctor --json | jq '.checks[] | select(.remedy)'

            \(ExitStatus.help(done: "all is well", failed: "there are warnings or problems"))
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let found = diagnoses(
            .program, ProcessEnvironment.variables(), nowUnixSeconds: SystemClock.unixSeconds())
        let report: JSON = ["schema": 1, "checks": .array(found.map(\.json))]
        try json
            ? Console.result(report.text(.indented))
            : Console.result(lines: found.flatMap(\.lines))
        if found.needAction { throw ExitCode(ExitStatus.failed) }
    }

    /// Examines the installation by its configuration; if the polling settings are wrong, examines the rest.
    func diagnoses(
        _ embedded: EmbeddedSet, _ environment: [String: String], nowUnixSeconds: Int64
    ) -> [Diagnosis] {
        let configuration: AgentConfiguration
        let first: Diagnosis
        do throws(ConfigurationError) {
            configuration = try AgentConfiguration(
                common, polling, forPolling: true, environment: environment)
            let files = configuration.files.paths
            first = .ok(
                .configuration,
                files.isEmpty ? "no file, which is fine" : files.joined(separator: ", "))
        } catch {
            first = .problem(
                .configuration, error.description.replacing("\n", with: "; "),
                remedy: error.remedy)
            guard let rest = try? AgentConfiguration(common, environment: environment) else {
                return [first]
            }
            configuration = rest
        }
        let doctor = Doctor(
            configuration.state,
            repository: configuration.repository.map { ($0.addresses, $0.packagedRoot, $0.web) },
            isPolled: configuration.repositoryAddress != nil, embedded: embedded,
            environment: environment, nowUnixSeconds: nowUnixSeconds)
        return [first]
            + doctor.run(
                metricsFile: configuration.metricsFile, selfTest: configuration.selfTest,
                units: PollingUnit.shown(environment))
    }
}

/// What `doctor` prints of a diagnosis.
extension Diagnosis {
    var lines: [String] {
        ["\(level.rawValue.padded(to: 8)) \(check.rawValue.padded(to: 16)) \(finding)"]
            + (remedy.map { ["\("".padded(to: 26))remedy: \($0)"] } ?? [])
    }

    /// The object in `doctor --json`.
    var json: JSON {
        [
            "check": .string(check.rawValue), "level": .string(level.rawValue),
            "finding": .string(finding), "remedy": .text(remedy),
        ]
    }
}
