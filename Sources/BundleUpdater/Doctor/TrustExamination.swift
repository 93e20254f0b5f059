import BundleFormat
import SeasonClient
import TUF
import UpdatePolicy

/// Verifies metadata for ``TrustDiagnosis``, in the state folder and in memory.
struct TrustExamination {
    let packagedRoot: [UInt8]
    let state: StateFolder
    let now: UTCTime

    /// Verifies the metadata in the state folder, without network.
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
    func repository(
        _ fetcher: any Fetcher, named name: String, isKnown: Bool
    ) -> TrustDiagnosis {
        let mirror = Mirror(address: name, fetcher: fetcher)
        let reader = RepositoryReader(
            repository: TrustedRepository(packagedRoot: packagedRoot, mirrors: [mirror]),
            metadata: MetadataFolder(state, mends: false), limits: .standard,
            levelMax: { _ in BundleFormat.newest }, now: now)
        do throws(AgentError) {
            let answer = try reader.ask(
                Mirrors([mirror]), storing: OverlayStore(over: reader.metadata))
            _ = try reader.learn(
                answer, .empty,
                PollProgress(memory: Memory(state, .standard), served: SetIndex()))
            return .answers(
                repository: name, seasons: Offers(answer.updater.targets).accepted.count)
        } catch {
            return .fails(repository: name, error, isKnown: isKnown)
        }
    }
}
