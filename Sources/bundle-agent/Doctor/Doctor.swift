import ArgumentParser
import BundleUpdater
import RepositoryTransport
import TUF
import WebTransport

/// Looks at the whole installation; changes nothing.
struct Doctor {
    let common: CommonOptions
    let polling: PollOptions
    let embedded: EmbeddedSet
    let environment: [String: String]
    let nowUnixSeconds: Int64

    /// Every check in the order in which one thing rests on another.
    ///
    /// - Returns: what was found.
    func run() -> [Diagnosis] {
        let configuration: AgentConfiguration
        var found: [Diagnosis] = []
        do throws(ValidationError) {
            configuration = try AgentConfiguration(
                common, polling, forPolling: true, environment: environment)
            found.append(.ok("configuration", configuration.file ?? "no file, as it may be"))
        } catch {
            found.append(
                .problem(
                    "configuration", error.message.replacing("\n", with: "; "),
                    remedy: "do what stands there; 'bundle-agent config show' names each setting's"
                        + " place"))
            guard let rest = try? AgentConfiguration(common, environment: environment) else {
                return found
            }
            configuration = rest
        }
        found += StateChecks.run(
            configuration.state, embedded: embedded, limits: .standard,
            isPolled: configuration.repositoryAddress != nil)
        found += trust(configuration)
        found.append(MetricsCheck.run(configuration.metricsFile, state: configuration.state))
        found.append(
            ServiceChecks.selfTest(configuration.selfTest, path: environment["PATH"] ?? ""))
        found += [
            ServiceChecks.confinement(
                configuration.selfTest, landlock: SelfTestAccess.kernelLandlockVersion)
        ].compactMap { $0 }
        found.append(ServiceChecks.systemd())
        return found
    }

    private func trust(_ configuration: AgentConfiguration) -> [Diagnosis] {
        guard let repository = configuration.repository else {
            return [
                ClockCheck.run(
                    configuration.state, signedUnixSeconds: nil, nowUnixSeconds: nowUnixSeconds),
                .note(
                    "repository", "none is configured: the bundles inside the program are served"),
            ]
        }
        let checks = TrustChecks(
            packagedRoot: repository.packagedRoot, state: configuration.state,
            now: UTCTime(unixSeconds: nowUnixSeconds))
        let (trusted, stored) = checks.stored()
        // This project's publisher takes the time as the version; another may not.
        let version = trusted?.status(of: .timestamp)?.version
        let signed = version.flatMap { $0 > 1_500_000_000 ? $0 : nil }
        var found = [
            ClockCheck.run(
                configuration.state, signedUnixSeconds: signed, nowUnixSeconds: nowUnixSeconds)
        ]
        found += stored
        let schemes = repository.addresses.map(\.scheme)
        if schemes.contains(.https) {
            found.append(NetworkChecks.certificates(repository.web.certificateAuthorityFile))
        }
        for address in repository.addresses {
            if let way = NetworkChecks.connection(address, repository.web.proxy, environment) {
                found.append(way)
                // Nothing more to learn there.
                if way.isFinding { continue }
            }
            guard trusted != nil else { continue }
            found.append(
                checks.repository(address.fetcher(repository.web), named: address.description))
        }
        return found
    }
}
