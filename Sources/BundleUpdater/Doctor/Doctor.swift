import RepositoryTransport
import SeasonClient
import TUF
import WebTransport

/// Examines a whole installation; changes nothing.
package struct Doctor {
    /// The addresses of the same published directory, at least one, and the root that it is trusted by.
    package typealias Repository = (
        addresses: [RepositoryAddress], packagedRoot: [UInt8], web: WebOptions
    )

    private let state: StateFolder
    /// Where updates come from; nil if none is configured, or if its files cannot be read.
    private let repository: Repository?
    /// Whether a repository is configured, so that there must be polls.
    private let isPolled: Bool
    private let embedded: EmbeddedSet
    private let environment: [String: String]
    private let nowUnixSeconds: Int64

    /// Prepares an examination.
    package init(
        _ state: StateFolder, repository: Repository?, isPolled: Bool, embedded: EmbeddedSet,
        environment: [String: String], nowUnixSeconds: Int64
    ) {
        self.state = state
        self.repository = repository
        self.isPolled = isPolled
        self.embedded = embedded
        self.environment = environment
        self.nowUnixSeconds = nowUnixSeconds
    }

    private var folder: StateExamination {
        StateExamination(state: state, embedded: embedded, isPolled: isPolled)
    }

    /// Makes every check, each before those that depend on it.
    ///
    /// `units` is what systemd shows of the units that make polls; nil if there is none.
    package func run(
        metricsFile: String?, selfTest: SelfTestSetting, units: String?
    ) -> [Diagnosis] {
        let found = StateReader(state: state).read(isWhole: { !$0.needAction }) { folder.run() }
            .value
        return found + [.lastPoll(state)].compactMap { $0 } + trust() + [
            .metrics(metricsFile, state: state),
            .selfTest(selfTest, path: environment["PATH"] ?? ""),
            .service(shown: units),
        ]
    }

    private func trust() -> [Diagnosis] {
        guard let repository else {
            return [
                clock,
                .note(
                    .repository,
                    isPolled
                        ? "one is configured; it is not asked, because the configuration is wrong"
                        : "none is configured: the agent serves what is on this machine"),
            ]
        }
        let examination = TrustExamination(
            packagedRoot: repository.packagedRoot, state: state,
            now: UTCTime(unixSeconds: nowUnixSeconds))
        let (trusted, stored) = StateReader(state: state).read {
            $0.trusted != nil && !$0.diagnoses.needAction
        } _: {
            examination.stored()
        }.value
        var found = [clock] + stored
        if repository.addresses.contains(where: { $0.web?.scheme == .https }) {
            found.append(.authorities(repository.web.certificateAuthorityFile))
        }
        for address in repository.addresses {
            if let way = Diagnosis.connection(address, repository.web.proxy, environment) {
                found.append(way)
                // A server that cannot be reached answers nothing.
                if way.level != .ok { continue }
            }
            guard let trusted else { continue }
            found.append(
                examination.repository(
                    address.fetcher(repository.web), named: address.description,
                    isKnown: trusted.status(of: .timestamp) != nil))
        }
        return found
    }

    private var clock: Diagnosis {
        .clock(
            ClockEvidence.read(state, lastPoll: .read(state, .standard), .standard),
            poll: folder.poll,
            nowUnixSeconds: nowUnixSeconds)
    }
}
