import BundleFormat
import Files
import Glibc
import Platform
import RepositoryTransport
import SeasonClient
import TUF
import WebTransport

/// What one check of an installation found, and what to do about it.
package struct Diagnosis: Equatable, Sendable {
    package let check: Check
    package let level: Level
    /// What was found, in a sentence.
    package let finding: String
    /// What to do about it; nil if there is nothing to do.
    package let remedy: String?

    /// How much a diagnosis matters.
    package enum Level: String, Sendable {
        /// All is well.
        case ok
        /// Nothing to do, but worth knowing.
        case note
        /// It works, but perhaps it soon stops, or it does not work for everybody.
        case warning
        /// It does not work.
        case problem
    }

    /// The checks; programs read these names, so they do not change.
    package enum Check: String, Sendable {
        case configuration
        case stateFolder = "state.folder"
        case stateOwner = "state.owner"
        case stateSpace = "state.space"
        case stateServed = "state.served"
        case stateReaders = "state.readers"
        case lastPoll = "last-poll"
        case clock
        case repository
        case root
        case metadata
        case network
        case proxy
        case certificates
        case metrics
        case selfTest = "self-test"
        case service
    }

    /// Whether a person must do something.
    var needsAction: Bool { level == .warning || level == .problem }

    package static func ok(_ check: Check, _ finding: String) -> Diagnosis {
        Diagnosis(check: check, level: .ok, finding: finding, remedy: nil)
    }

    package static func note(_ check: Check, _ finding: String) -> Diagnosis {
        Diagnosis(check: check, level: .note, finding: finding, remedy: nil)
    }

    package static func warning(_ check: Check, _ finding: String, remedy: String) -> Diagnosis {
        Diagnosis(check: check, level: .warning, finding: finding, remedy: remedy)
    }

    package static func problem(_ check: Check, _ finding: String, remedy: String) -> Diagnosis {
        Diagnosis(check: check, level: .problem, finding: finding, remedy: remedy)
    }
}

extension [Diagnosis] {
    /// Whether a person must do something.
    package var needAction: Bool { contains(where: \.needsAction) }
}

extension Diagnosis {
    /// Looks for the configured program where the agent looks for it.
    static func selfTest(_ setting: SelfTestSetting, path: String) -> Diagnosis {
        func find(_ name: String) -> String? {
            SelfTest.find(name, path: path).flatMap { access($0, X_OK) == 0 ? $0 : nil }
        }
        switch setting {
        case .none: return .note(.selfTest, "none is configured: bundles are used untested")
        case .standard:
            return find(SelfTestSetting.standardProgram).map { .ok(.selfTest, "\($0) self-test") }
                ?? .note(.selfTest, "breakdown is not installed: bundles are used untested")
        case .command(let words):
            let name = words.first ?? ""
            return find(name).map { .ok(.selfTest, $0) }
                ?? .problem(
                    .selfTest, "\(name): no such program, or not executable",
                    remedy: "install it, or correct the setting 'self-test'")
        }
    }
}

extension Diagnosis {
    /// Whether metrics can be written.
    static func metrics(_ file: String?, state: StateFolder) -> Diagnosis {
        guard let file else { return .ok(.metrics, "none are written: no metrics-file") }
        let path = Paths.parent(of: Paths.absolute(file))
        if let kind = (try? Files.kind(file)) ?? nil, kind != .file {
            return .problem(
                .metrics,
                "\(file): something other than a plain file is there, so no metrics are written",
                remedy: "remove it, or name another file with 'metrics-file'")
        }
        let user = StateUser.find(in: state) ?? FileFacts(state.path)?.owner ?? geteuid()
        guard let folder = FileFacts(path) else {
            let quoted = ShellWord.quoted(path)
            return .problem(
                .metrics, "\(file): the folder \(path) is not there, so no metrics are written",
                remedy: RightsChange.remedy(
                    "mkdir -p \(quoted), then chown \(user) \(quoted)", at: path))
        }
        guard folder.isFolder else {
            return .problem(
                .metrics, "\(file): \(path) is not a folder, so no metrics are written",
                remedy: "name another file with 'metrics-file'")
        }
        guard FileRights(on: folder, of: user).isSuperset(of: [.search, .write]) else {
            return .problem(
                .metrics, "\(file): user \(user) cannot write in \(path)",
                remedy: "give that user the right to write there, or name another file with"
                    + " 'metrics-file'")
        }
        return .ok(.metrics, file)
    }
}

extension Diagnosis {
    /// How the last poll ended; nil if no poll has ever read a repository.
    static func lastPoll(_ state: StateFolder) -> Diagnosis? {
        if let report = PollReport.read(state, .standard) { return lastPoll(report) }
        guard state.hasTimestamp else { return nil }
        return .warning(
            .lastPoll, "its report is gone", remedy: "'bundle-agent poll' writes a new one")
    }

    /// How a poll ended.
    ///
    /// Trouble is a warning: the next poll may go well, and only the other checks know whether the reason is still there.
    package static func lastPoll(_ report: PollReport) -> Diagnosis {
        let severity = report.severity
        let end =
            "\(UTCTime(unixSeconds: report.finishedUnixSeconds)): it ended with \(severity.rawValue)"
        guard severity != .harmless else { return .ok(.lastPoll, end) }
        let troubled = report.years.filter { $0.family?.severity == severity }
        let leftOut = report.leftOut.sentence
        let isOfYears = report.outcome.meaning.severity == nil
        if isOfYears, let first = troubled.first {
            let years = troubled.map { "\($0.year)" }.joined(separator: ", ")
            let reason = ([first.reason] + [leftOut].compactMap { $0 }).joined(separator: "; ")
            return .warning(
                .lastPoll, "\(end): \(years): \(reason)",
                remedy: "'bundle-agent why \(first.year)' says more")
        }
        if isOfYears, let leftOut {
            return .warning(
                .lastPoll, "\(end): \(leftOut)",
                remedy: "ask the publisher whether so many seasons are intended: a thief of the"
                    + " online key can publish any number")
        }
        return .warning(
            .lastPoll, "\(end): \(report.problem ?? report.outcome.rawValue)",
            remedy: report.remedy ?? "if the other checks find nothing, the next poll tries again")
    }
}

extension Diagnosis {
    /// Connects to an address's server, or to its proxy; nil for a folder.
    static func connection(
        _ address: RepositoryAddress, _ proxy: Proxy, _ environment: [String: String]
    ) -> Diagnosis? {
        guard let web = address.web else { return nil }
        let probe = ConnectionProbe(web)
        do throws(ProxyVariableError) {
            if let way = try proxy.way(to: web, variable: { environment[$0] }) {
                return Self.proxy(way, host: probe.host, ConnectionProbe(way).run())
            }
            return server(probe.host, probe.port, probe.run())
        } catch {
            return .problem(
                .proxy, error.description, remedy: "correct or unset the variable \(error.name)")
        }
    }

    private static func proxy(
        _ proxy: ProxyAddress, host: String, _ result: ConnectionProbe.Result
    ) -> Diagnosis {
        let remedy = "correct the setting 'proxy' or the variable that names it, or start the proxy"
        return switch result {
        case .connected(let address):
            .ok(.proxy, "\(proxy): answers at \(address); \(host) is reached through it")
        case .unresolved(let problem):
            .problem(.proxy, "\(proxy): the name is not found: \(problem)", remedy: remedy)
        case .unconnected(let problem):
            .problem(.proxy, "\(proxy): does not answer: \(problem)", remedy: remedy)
        }
    }

    private static func server(
        _ host: String, _ port: Int, _ result: ConnectionProbe.Result
    ) -> Diagnosis {
        switch result {
        case .connected(let address): .ok(.network, "\(host): port \(port) of \(address) answers")
        case .unresolved(let problem):
            .problem(
                .network, "\(host): the name is not found: \(problem)",
                remedy: FetchError.nameRemedy)
        case .unconnected(let problem):
            .problem(
                .network, "\(host): port \(port) does not answer: \(problem)",
                remedy: FetchError.connectionRemedy)
        }
    }

    /// Reads the certificate authorities.
    static func authorities(_ file: String?) -> Diagnosis {
        let path = file ?? "/etc/ssl/certs/ca-certificates.crt"
        let problem: String
        do throws(FileError) {
            let bytes = try Files.read(path, lengthBytesMax: 4 << 20)
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains("-----BEGIN CERTIFICATE-----") { return .ok(.certificates, path) }
            problem = "\(path): expected certificates in PEM form, found none"
        } catch {
            problem = error.description
        }
        return .problem(
            .certificates, problem,
            remedy: file == nil
                ? "apt install ca-certificates"
                : "name a PEM file with 'ca-file', or remove the setting")
    }
}
