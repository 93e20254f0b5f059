import ArgumentParser
import BundleUpdater
import JSON
import UpdatePolicy

/// `doctor`: examines the installation and names each finding's remedy.
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

            \(ExitStatusText.help(done: "all is well", failed: "there are warnings or problems"))
            """)

    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let found = diagnoses(
            .program, Environment.variables(), nowUnixSeconds: SystemClock.unixSeconds())
        let texts = DiagnosisText.all(found)
        let report: JSON = ["schema": 1, "checks": .array(texts.map(\.json))]
        try json
            ? Console.result(report.text(.indented))
            : Console.result(lines: texts.flatMap(\.lines))
        guard found.exitStatus == ExitStatus.done else { throw ExitCode(found.exitStatus) }
    }

    /// Examines the installation by its configuration; if the polling settings are wrong, examines the rest.
    ///
    /// - Parameters:
    ///   - embedded: the bundles inside the program.
    ///   - environment: all variables.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the diagnoses.
    func diagnoses(
        _ embedded: EmbeddedSet, _ environment: [String: String], nowUnixSeconds: Int64
    ) -> [Diagnosis] {
        let configuration: AgentConfiguration
        let first: ConfigurationDiagnosis
        do throws(ValidationError) {
            configuration = try AgentConfiguration(
                common, polling, forPolling: true, environment: environment)
            first = .valid(files: configuration.files.paths)
        } catch {
            first = .mistaken(error.message.replacing("\n", with: "; "))
            guard let rest = try? AgentConfiguration(common, environment: environment) else {
                return [.configuration(first)]
            }
            configuration = rest
        }
        let doctor = Doctor(
            Doctor.Settings(configuration, units: UnitStates.shown(environment)),
            embedded: embedded, environment: environment,
            nowUnixSeconds: nowUnixSeconds)
        return [.configuration(first)] + doctor.run()
    }
}

extension Doctor.Settings {
    fileprivate init(_ configuration: AgentConfiguration, units: String?) {
        self.init(
            state: configuration.state,
            repository: configuration.repository.map {
                Doctor.Repository(
                    addresses: $0.addresses, packagedRoot: $0.packagedRoot, web: $0.web)
            },
            isPolled: configuration.repositoryAddress != nil,
            metricsFile: configuration.metricsFile, selfTest: configuration.selfTest, units: units)
    }
}
