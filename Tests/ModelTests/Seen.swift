import BundleFormat
import JSON
import RepositoryTransport
import TUF

/// What a new client sees of a repository: the judge's own eyes.
struct Seen: Equatable {
    /// A season's entry.
    struct Entry: Equatable {
        /// Nil for a content that nobody of ours has made.
        var content: Int?
        var version: ContentVersion
        var recalled: Set<ContentVersion>
        var rolledBack: Set<ContentVersion>
        var published: Int64
        var waves: [Rollout.Wave]
        var holdOffSeconds: Int
        var isStopped: Bool
    }

    var entries: [Int: Entry] = [:]
    /// The client's clock.
    let at: Int64

    /// Looks at a repository, and fetches every season.
    ///
    /// - Parameters:
    ///   - site: the published directory.
    ///   - firstRoot: what the client came with.
    ///   - now: its clock.
    ///   - catalogue: the contents that are ours, and the thief's.
    /// - Throws: where the client refuses it, or a zip is not there.
    init(
        _ site: String, firstRoot: [UInt8], now: Int64, _ catalogue: Catalogue
    ) throws {
        at = now
        var client = Updater(
            packagedRoot: firstRoot, store: MemoryStore(), fetcher: FileFetcher(folder: site),
            now: UTCTime(unixSeconds: now))
        _ = try client.refresh()
        for target in client.targets {
            try client.download(target) { _ in }
            guard let name = TargetName(target.path),
                let custom = try? TargetCustom(JSONCursor(target.custom ?? .null))
            else { continue }
            entries[name.year.number] = Entry(
                content: catalogue.content(custom.version), version: custom.version,
                recalled: Set(custom.recalled), rolledBack: Set(custom.rolledBack),
                published: UTCTime(custom.published)?.unixSeconds ?? 0,
                waves: custom.rollout?.waves ?? [],
                holdOffSeconds: custom.rollout?.holdOffSeconds ?? 0,
                isStopped: custom.rollout?.isStopped == true)
        }
    }
}
