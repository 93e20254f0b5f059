import BundleFormat
import BundleUpdater
import Files
import TUF
import UpdatePolicy

/// Checks the root metadata, and what it makes trusted.
struct TrustChecks {
    let packagedRoot: [UInt8]
    let state: StateFolder
    let now: UTCTime

    /// If a root expires earlier, its owners should sign another one in time.
    private static let rootWarningSeconds: Int64 = 90 * 86_400

    /// Checks the metadata in the state folder, without network.
    ///
    /// - Returns: what is trusted, nil if the root is not valid; and the findings.
    func stored() -> (trusted: RefreshReport?, diagnoses: [Diagnosis]) {
        var updater = Updater(
            packagedRoot: packagedRoot, store: MetadataFolder(path: state.metadata),
            fetcher: MemoryFetcher(metadata: []), now: now)
        do throws(UpdateError) {
            let trusted = try updater.loadTrusted()
            return (trusted, [root(trusted)] + timestamp(trusted))
        } catch {
            let diagnosis: Diagnosis
            if case .store = error {
                diagnosis = .problem(
                    "root", error.description, remedy: "run doctor as root, or as the state's user")
            } else {
                diagnosis = .problem(
                    "root", error.description,
                    remedy: "get the repository's root metadata anew and name it with 'root'")
            }
            return (nil, [diagnosis])
        }
    }

    private func root(_ trusted: RefreshReport) -> Diagnosis {
        guard let root = trusted.status(of: .root) else {
            return .problem("root", "none is trusted", remedy: "name one with 'root'")
        }
        if root.isExpired {
            return .problem(
                "root", "version \(root.version) ran out at \(root.expires)",
                remedy: "set the clock if it is wrong; else the publisher has to sign a new root")
        }
        guard root.expires > now.advanced(bySeconds: Self.rootWarningSeconds) else {
            return .warning(
                "root", "version \(root.version) runs out at \(root.expires)",
                remedy: "the publisher has to sign a new root by then")
        }
        return .ok("root", "version \(root.version), good until \(root.expires)")
    }

    private func timestamp(_ trusted: RefreshReport) -> [Diagnosis] {
        guard let timestamp = trusted.status(of: .timestamp) else { return [] }
        guard timestamp.isExpired else {
            return [.ok("metadata", "good until \(timestamp.expires)")]
        }
        return [
            .problem(
                "metadata", "the repository's last word ran out at \(timestamp.expires)",
                remedy: "see the network's findings; or take a copy: bundle-agent poll --from PATH")
        ]
    }

    /// Verifies the repository from the root to its targets, in memory.
    ///
    /// - Parameters:
    ///   - fetcher: asks the repository.
    ///   - name: the repository, as configured.
    /// - Returns: the finding.
    func repository(_ fetcher: any Fetcher, named name: String) -> Diagnosis {
        var client = Updater(
            packagedRoot: packagedRoot, store: MemoryStore(), fetcher: fetcher, now: now)
        do throws(UpdateError) {
            _ = try client.refresh()
        } catch {
            return Self.diagnose(error, name)
        }
        let offers = Offers(client.targets)
        return .ok("repository", "\(name): signed as root says, \(offers.accepted.count) seasons")
    }

    /// The finding for an error of a refresh.
    static func diagnose(_ error: UpdateError, _ name: String) -> Diagnosis {
        let remedy =
            switch error {
            case .repository(.signatures):
                "the root metadata is of another repository: get this one's root.json, or name the"
                    + " other address"
            case .repository(.expired):
                "set the clock if it is wrong; else the publisher has to sign anew"
            case .repository: "the repository is damaged: tell its publisher"
            case .transfer(.absent):
                "the address has to be the folder that metadata/ and targets/ are in"
            case .transfer(let error): NetworkChecks.remedy(error.description)
            case .store: "tell the authors: memory cannot fail so"
            }
        return .problem("repository", "\(name): \(error)", remedy: remedy)
    }
}
