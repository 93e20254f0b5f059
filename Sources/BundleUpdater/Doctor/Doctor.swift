import RepositoryTransport
import SeasonClient
import TUF
import UpdatePolicy
import WebTransport

/// Examines a whole installation; changes nothing.
package struct Doctor {
    /// A repository and the root that it is trusted by.
    package struct Repository {
        /// The addresses of the same published directory; at least one.
        package var addresses: [RepositoryAddress]
        package var packagedRoot: [UInt8]
        package var web: WebOptions

        /// Describes a repository.
        package init(addresses: [RepositoryAddress], packagedRoot: [UInt8], web: WebOptions) {
            self.addresses = addresses
            self.packagedRoot = packagedRoot
            self.web = web
        }
    }

    /// The settings that the installation has.
    package struct Settings {
        package var state: StateFolder
        /// Nil if none is configured, or if its files cannot be read.
        package var repository: Repository?
        /// Whether a repository is configured, so that there must be polls.
        package var isPolled: Bool
        package var metricsFile: String?
        package var selfTest: SelfTestSetting
        /// What systemd says of the units that make polls; nil if there is none.
        package var units: String?

        /// States the settings.
        package init(
            state: StateFolder, repository: Repository?, isPolled: Bool, metricsFile: String?,
            selfTest: SelfTestSetting, units: String?
        ) {
            self.state = state
            self.repository = repository
            self.isPolled = isPolled
            self.metricsFile = metricsFile
            self.selfTest = selfTest
            self.units = units
        }
    }

    private let settings: Settings
    private let embedded: EmbeddedSet
    private let environment: [String: String]
    private let nowUnixSeconds: Int64

    /// Prepares an examination.
    package init(
        _ settings: Settings, embedded: EmbeddedSet, environment: [String: String],
        nowUnixSeconds: Int64
    ) {
        self.settings = settings
        self.embedded = embedded
        self.environment = environment
        self.nowUnixSeconds = nowUnixSeconds
    }

    /// Makes every check, each before those that depend on it.
    package func run() -> [Diagnosis] {
        look {
            StateExamination.run(
                settings.state, embedded: embedded, limits: .standard, isPolled: settings.isPolled
            ).map { .state($0) }
        }
            + [LastPollDiagnosis.examine(settings.state)].compactMap { $0 }.map { .lastPoll($0) }
            + trust() + [
                .metrics(.examine(settings.metricsFile, state: settings.state)),
                .selfTest(.program(settings.selfTest, path: environment["PATH"] ?? "")),
            ]
            + [
                SelfTestDiagnosis.confinement(
                    settings.selfTest, landlock: ConfinedAccess.kernelLandlockVersion)
            ].compactMap { $0 }.map { .selfTest($0) } + [
                .service(ServiceDiagnosis(shown: settings.units))
            ]
    }

    /// Looks while no poll changes the state folder, if what is seen meanwhile is not well.
    private func look(_ look: () -> [Diagnosis]) -> [Diagnosis] {
        StateLook(state: settings.state).look(
            isWhole: { $0.allSatisfy { !$0.level.needsAction } }, look
        ).value
    }

    private func trust() -> [Diagnosis] {
        guard let repository = settings.repository else {
            return [
                clock(signedUnixSeconds: nil),
                .trust(settings.isPolled ? .notAsked : .noRepository),
            ]
        }
        let examination = TrustExamination(
            packagedRoot: repository.packagedRoot, state: settings.state,
            now: UTCTime(unixSeconds: nowUnixSeconds))
        let (trusted, stored) = StateLook(state: settings.state).look {
            $0.trusted != nil && $0.diagnoses.allSatisfy { !$0.level.needsAction }
        } _: {
            examination.stored()
        }.value
        // This project's publisher takes the time as the version; another may not.
        let version = trusted?.status(of: .timestamp)?.version
        let signed = version.flatMap { $0 > 1_500_000_000 ? $0 : nil }
        var found = [clock(signedUnixSeconds: signed)] + stored.map { .trust($0) }
        if repository.addresses.contains(where: { $0.scheme == .https }) {
            found.append(.network(.authorities(repository.web.certificateAuthorityFile)))
        }
        for address in repository.addresses {
            if let way = NetworkDiagnosis.connection(address, repository.web.proxy, environment) {
                found.append(.network(way))
                // A server that cannot be reached answers nothing.
                if way.level != .ok { continue }
            }
            guard trusted != nil else { continue }
            let fetcher = address.fetcher(repository.web)
            found.append(
                .trust(
                    examination.repository(
                        fetcher, named: address.description,
                        isKnown: trusted?.status(of: .timestamp) != nil)))
        }
        return found
    }

    private func clock(signedUnixSeconds: Int64?) -> Diagnosis {
        let signed = signedUnixSeconds.map {
            ClockDiagnosis.Evidence(event: .metadataSigned, unixSeconds: $0)
        }
        return .clock(
            ClockDiagnosis(
                ClockDiagnosis.Evidence.read(settings.state, .standard)
                    + [signed].compactMap { $0 }, nowUnixSeconds: nowUnixSeconds))
    }
}
