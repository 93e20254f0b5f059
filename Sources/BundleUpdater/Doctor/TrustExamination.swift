import BundleFormat
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
        let metadata = MetadataFolder(state, mends: false)
        var updater = Updater(
            packagedRoot: packagedRoot, store: metadata, fetcher: MemoryFetcher(metadata: []),
            now: now)
        do throws(UpdateError) {
            let trusted = try updater.loadTrusted()
            return (
                trusted,
                TrustDiagnosis.stored(trusted, now: now)
                    + metadata.unreadable.errors.map { .metadataUnreadable($0) }
            )
        } catch {
            return (nil, [TrustDiagnosis(error)])
        }
    }

    /// Asks the repository as a poll does, with all that this machine knows, and keeps nothing of it.
    ///
    /// - Parameters:
    ///   - fetcher: asks the repository.
    ///   - name: the repository, as configured.
    ///   - isKnown: whether this machine has verified the repository before.
    /// - Returns: the diagnosis.
    func repository(
        _ fetcher: any Fetcher, named name: String, isKnown: Bool
    ) -> TrustDiagnosis {
        let mirror = Mirror(address: name, fetcher: fetcher)
        let reader = RepositoryReader(
            repository: Poller.Repository(packagedRoot: packagedRoot, mirrors: [mirror]),
            metadata: MetadataFolder(state, mends: false), limits: .standard,
            levelMax: { _ in BundleFormat.newest }, now: now)
        do throws(AgentError) {
            let answer = try reader.ask(
                Mirrors([mirror]), storing: OverlayStore(over: reader.metadata))
            let standing = Standing(memory: Memory(state, .standard), served: SetIndex())
            _ = try reader.learn(answer, Inventory(), standing)
            return .answers(
                repository: name, seasons: Offers(answer.updater.targets).accepted.count)
        } catch {
            return .fails(repository: name, error, isKnown: isKnown)
        }
    }
}
