import BundleArchive
import BundleFormat
import Files
import JSON
import TUF

/// Looks at a publish as agents will, before anything of it is written.
///
/// Two clients: one that has nothing but the first root, and one that has what is live. Both must come
/// to the same, download every bundle, and unpack the new ones.
struct PublishVerifier {
    /// What will be written to; nothing need be there.
    let destination: any PublishDestination
    let roots: RootChain
    /// What a client that is up to date has stored; empty before the first publish.
    let stored: [String: [UInt8]]
    let now: UTCTime

    /// Verifies.
    ///
    /// - Parameter prepared: what will be written.
    /// - Throws: ``PublishError/refused(_:remedy:)`` where a client would not take it.
    func verify(_ prepared: PreparedPublish) throws(PublishError) {
        let fetcher = MemoryFetcher(
            metadata: prepared.metadata,
            over: PreparedZips(
                prepared.zips, over: try destination.exists() ? destination.fetcher : nil))
        do throws(UpdateError) {
            for files in [[:], stored] {
                var client = Updater(
                    packagedRoot: roots.first, store: MemoryStore(files: files), fetcher: fetcher,
                    now: now)
                _ = try client.refresh()
                guard client.targets == prepared.targets else {
                    throw .repository(
                        .malformed(file: "targets", problem: "expected what was signed"))
                }
                // A new timestamp alone names bundles that have been verified before.
                guard prepared.targetsAndSnapshot != nil, files.isEmpty else { continue }
                for target in client.targets { try client.download(target) { _ in } }
            }
        } catch {
            throw .refused("what would be published does not verify: \(error)", remedy: remedy)
        }
        try unpack(prepared)
    }

    private var remedy: String {
        "is the online key one that the newest root names? Nothing was written"
    }

    private func unpack(_ prepared: PreparedPublish) throws(PublishError) {
        let problems = concurrently(prepared.targets) { target -> PublishError? in
            guard let name = TargetName(target.path),
                let zip = prepared.zips[
                    PublishedBundle.zipPath(name.year, sha256: target.sha256 ?? "")],
                let custom = try? TargetCustom(JSONCursor(target.custom ?? .null))
            else { return nil }
            do {
                _ = try Unpacker.contents(
                    of: try zip.bytes(), expecting: custom.version, year: name.year)
                return nil
            } catch let error as PublishError {
                return error
            } catch {
                return .refused("what would be published does not unpack: \(error)")
            }
        }
        if let problem = problems.lazy.compactMap(\.self).first { throw problem }
    }
}
