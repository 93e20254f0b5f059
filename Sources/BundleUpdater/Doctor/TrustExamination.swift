import TUF
import UpdatePolicy

/// Verifies metadata for ``TrustDiagnosis``, in the state folder and in memory.
struct TrustExamination {
    let packagedRoot: [UInt8]
    let state: StateFolder
    let now: UTCTime

    /// Verifies the metadata in the state folder, without network.
    ///
    /// - Returns: what is trusted, nil if the root is not valid; and the diagnoses.
    func stored() -> (trusted: RefreshReport?, diagnoses: [TrustDiagnosis]) {
        var updater = Updater(
            packagedRoot: packagedRoot, store: MetadataFolder(path: state.metadata),
            fetcher: MemoryFetcher(metadata: []), now: now)
        do throws(UpdateError) {
            let trusted = try updater.loadTrusted()
            return (trusted, TrustDiagnosis.stored(trusted, now: now))
        } catch {
            return (nil, [TrustDiagnosis(error)])
        }
    }

    /// Verifies the repository from the root to its targets, in memory.
    ///
    /// - Parameters:
    ///   - fetcher: asks the repository.
    ///   - name: the repository, as configured.
    /// - Returns: the diagnosis.
    func repository(_ fetcher: any Fetcher, named name: String) -> TrustDiagnosis {
        var client = Updater(
            packagedRoot: packagedRoot, store: MemoryStore(), fetcher: fetcher, now: now)
        do throws(UpdateError) {
            _ = try client.refresh()
            return .answers(
                repository: name, seasons: Offers(client.targets).accepted.count)
        } catch {
            return .fails(repository: name, error)
        }
    }
}
