import ArgumentParser
import BundleUpdater
import Files
import Glibc
import JSON
import Platform
import RepositoryTransport
import SeasonClient

/// What a `poll` command asks for.
struct PollRequest: Equatable {
    /// The name of the configuration file, from its flag; nil if it was not given.
    var configurationFile: String?
    /// The settings among the flags.
    var given = SettingTexts()
    /// The copy to read instead of the repository.
    var from: String?
    var isDryRun = false
    var printsJSON = false
    /// Whether a timer polls, and the journal gets the result.
    var isUnattended = false

    /// Polls once and prints the result.
    ///
    /// - Throws: `ValidationError` or ``ConfigurationError`` for wrong usage, ``Failure``, or `ExitCode` if the
    ///   poll failed; its message is already printed.
    func perform() throws {
        let configuration = try AgentConfiguration(
            file: configurationFile, given: given, forPolling: true)
        guard !isUnattended else { return try performUnattended(configuration) }
        let bar = ProgressBar.onTerminal()
        let report: PollReport
        do {
            let poller = try poller(configuration, bar)
            guard !isDryRun else { return try preview(poller, bar) }
            let uncounted: FileError?
            (report, uncounted) = Self.poll(poller, configuration)
            if let uncounted { Console.message("metrics not written: \(uncounted)") }
        } catch let error as AgentError {
            bar?.finish()
            throw Failure(
                error.description, status: error.family.ofCopy(from != nil).severity.rawValue)
        }
        bar?.finish()
        try printsJSON
            ? Console.result(report.json.text(.indented))
            : Console.result(lines: PollText.lines(report))
        if let message = PollText.message(report) { Console.message(message) }
        if let remedy = PollText.remedy(report) { Console.message("remedy: \(remedy)") }
        try report.severity.endCommand()
    }

    /// Polls for a timer, like the service: one line for each change, or one line if nothing changed.
    ///
    /// Without a repository it serves the bundles inside the program, like the service.
    private func performUnattended(_ configuration: AgentConfiguration) throws {
        guard from == nil, !isDryRun, !printsJSON else {
            throw ValidationError(
                "--unattended polls the repository for a timer; leave out --from, --dry-run and --json"
            )
        }
        let log = EventLog(configuration, after: PollReport.read(configuration.state, .standard))
        let (report, uncounted) = Self.poll(Poller(configuration), configuration)
        log.logOnce(report)
        if let uncounted { log.bookkeeping(uncounted.description) }
        try report.severity.endCommand()
    }

    /// Polls once, and writes the metrics if there are any; if that fails, the poll itself has done its work.
    private static func poll(
        _ poller: Poller, _ configuration: AgentConfiguration
    ) -> (report: PollReport, uncounted: FileError?) {
        let started = ContinuousClock.now
        let report = poller.poll()
        let milliseconds = Int64((ContinuousClock.now - started) / .milliseconds(1))
        guard configuration.metricsFile != nil else { return (report, nil) }
        do throws(FileError) {
            try configuration.bookkeeping.record(
                report, milliseconds: milliseconds, nextUnixSeconds: nil)
            return (report, nil)
        } catch {
            return (report, error)
        }
    }

    private func preview(_ poller: Poller, _ bar: ProgressBar?) throws {
        let preview = try poller.preview()
        bar?.finish()
        let text = PollPlanText(
            plan: preview.plan, source: poller.repository?.address, problem: preview.problem)
        try printsJSON
            ? Console.result(text.json.text(.indented)) : Console.result(lines: text.lines)
        if let problem = preview.problem {
            Console.message("\(poller.repository?.address ?? "repository"): \(problem)")
        }
        if let remedy = preview.remedy { Console.message("remedy: \(remedy)") }
        if let trouble = preview.stateTrouble { Console.message(trouble.sentence) }
        if let obstacle = preview.obstacle { Console.message(obstacle.description) }
        try preview.severity.endCommand()
    }

    /// The copy at a path, or on standard input.
    private static func copy(_ from: String, for state: StateFolder) throws -> RepositoryCopy {
        guard from == "-" else {
            return try RepositoryCopy(from, containers: .program(for: state))
        }
        guard isatty(STDIN_FILENO) == 0 else {
            throw ValidationError(
                "--from -: expected an archive on standard input, found a terminal; for example:"
                    + " ssh laptop bundle-agent export - | bundle-agent poll --from -")
        }
        return try RepositoryCopy(standardInputBy: .program(for: state))
    }

    private func poller(_ configuration: AgentConfiguration, _ bar: ProgressBar?) throws -> Poller {
        if let from {
            guard !from.isEmpty else { throw ValidationError("--from: expected a path") }
            try refuseAddress(
                from, "--from: expected a path, found an address; --repository takes one")
            // The settings are read first, because a stream can be read only once.
            let root = try configuration.rootToTrust()
            let copy = try Self.copy(from, for: configuration.state)
            return Poller(configuration, copy: copy, packagedRoot: root)
        }
        guard configuration.repository != nil else {
            // The person wants a poll; without a repository, the result must not look like success.
            throw Failure(
                """
                no repository to poll; give --repository ADDRESS, 'repository = ADDRESS' in the \
                configuration or $BUNDLE_AGENT_REPOSITORY
                """, status: ExitStatus.usage)
        }
        // A person may poll because doctor has found damage.
        // A folder answers at once.
        if let web = configuration.repository?.addresses.first(where: { $0.web != nil }) {
            bar?.ask(web.description)
        }
        return Poller(configuration, readsAll: true, bar: bar)
    }
}

/// Refuses an address where a path is expected.
///
/// - Throws: `ValidationError`.
func refuseAddress(_ path: String, _ sentence: String) throws {
    guard !RepositoryAddress.isMeant(by: path) else {
        throw ValidationError("\(sentence); write ./ before a name that looks like one")
    }
}

extension PollRequest {
    /// The request of a command line with `poll` and only settings with their values; nil for every
    /// other.
    ///
    /// Each setting is given at most once, and no value is empty or begins with a dash. This way
    /// and ArgumentParser give the same request; this one saves a fifth of a poll (docs/adr/0009).
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "poll", let plain = PlainArguments(arguments.dropFirst()),
            plain.words.isEmpty
        else { return nil }
        self.init()
        for option in plain.options {
            guard set(option.flag, to: option.value) else { return nil }
        }
    }

    /// False if there is no such flag, or if it was given before.
    private mutating func set(_ flag: String, to value: String) -> Bool {
        if flag == "--config", configurationFile == nil {
            configurationFile = value
            return true
        }
        let groups = [StateFlags.group, PollOptions.group]
        let setting = Setting.all.first { $0.flag == flag && groups.contains($0.group) }
        guard let setting, !given.given.contains(setting) else { return false }
        given[setting] = SettingTexts.Value(texts: [value], source: .flag, place: flag)
        return true
    }
}
