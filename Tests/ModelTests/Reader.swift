import BundleFormat
import RepositoryTransport
import TUF

@testable import BundlePublisher

/// The judge's own eyes: a TUF client that looks at a published directory.
struct Reader {
    /// The published directory.
    let site: String
    /// The newest root that the client knows.
    let root: [UInt8]

    /// What a client finds.
    struct View {
        /// Nil where the client refuses what is there.
        var signed: Signed?
        /// The newest root, after the walk through those that are there.
        var root: [UInt8]
        /// The keys that the newest root names for the seasons.
        var keyIDs: Set<String>
        /// Why it is refused.
        var trouble = ""
    }

    /// What a machine finds whose clock shows `now`.
    func view(now: Int64) -> View { view(FileFetcher(folder: site), now) }

    /// What a publisher finds: it does not mind what has expired, and passes over a file that is no root.
    func publisherView() -> View {
        let metadata = (try? Workshop.files("\(site)/metadata")) ?? [:]
        let falseRoots = metadata.filter {
            $0.key.hasSuffix(".root.json") && Run.version($0.value) == 0
        }
        return view(
            HidingFetcher(
                hiding: falseRoots.keys.map { "metadata/\($0)" }, of: FileFetcher(folder: site)),
            Workshop.start)
    }

    private func view(_ fetcher: any Fetcher, _ now: Int64) -> View {
        let store = MemoryStore()
        var client = Updater(
            packagedRoot: root, store: store, fetcher: fetcher, now: UTCTime(unixSeconds: now))
        var view = View(root: root, keyIDs: [])
        do {
            let report = try client.refresh()
            view.keyIDs = report.targetsKeyIDs
            view.signed = read(client, report)
        } catch {
            view.trouble = "\(error)"
            view.keyIDs = (try? client.loadTrusted())?.targetsKeyIDs ?? []
        }
        view.root = store.files["root.json"] ?? root
        return view
    }

    /// The targets that a client finds, for a thief who signs them again.
    func targets() -> [TargetFile] {
        var client = Updater(
            packagedRoot: root, store: MemoryStore(), fetcher: FileFetcher(folder: site),
            now: UTCTime(unixSeconds: Workshop.start))
        return (try? client.refresh()) == nil ? [] : client.targets
    }

    private func read(_ client: Updater, _ report: RefreshReport) -> Signed {
        var signed = Signed(
            version: report.status(of: .timestamp)?.version ?? 0,
            expires: report.roles.map(\.expires.unixSeconds).min() ?? 0,
            keyIDs: report.targetsKeyIDs)
        signed.read(client.targets)
        guard let target = client.targets.first(where: { $0.path == RecallList.targetPath })
        else {
            // Nothing was decided, and what is shown was given.
            signed.record = .init()
            signed.record?.given = signed.entries.mapValues(\.content)
            return signed
        }
        var bytes: [UInt8] = []
        if (try? client.download(target) { bytes += Array($0) }) != nil {
            signed.record = Signed.Record(bytes)
        }
        return signed
    }
}
