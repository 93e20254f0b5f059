import BundleFormat
import SeasonAuthoring
import TUF

/// How a prepared publish is written.
///
/// 1. zips, each under its own hash; `<version>.targets.json`, `<version>.snapshot.json`;
/// 2. the pages for people;
/// 3. new roots, oldest first: agents take them at once;
/// 4. `timestamp.json`: from its replacement on, everything is new.
///
/// If the publish is stopped before the last step, agents see what was live before, and the next
/// publish starts again with a higher version. There is one exception: between a root that replaces the
/// online key and the timestamp, agents can use neither state, and keep what they have.
extension Publisher.Report {
    /// The files that agents request only after the timestamp names them, in any order; and the files that agents request by
    /// their names alone, in this order.
    private func files(
        _ prepared: PreparedPublish
    ) -> (unasked: [PublishFile], awaited: [PublishFile]) {
        // A new root must not be in the place before it is in the home.
        let isFirst = rootsThere.trusted == 0 && publisher.beforeCommit == nil
        let metadata = prepared.publication.files.map {
            PublishFile(path: "metadata/\($0.name)", bytes: $0.bytes)
        }
        let isAwaited = { (file: PublishFile) in
            file.path == PublishFile.timestampPath
                || (file.path.hasSuffix(".root.json") && !isFirst)
        }
        let zips = prepared.zips.sorted { $0.key < $1.key }
            .map { PublishFile(path: $0.key, content: $0.value) }
        return (zips + metadata.filter { !isAwaited($0) }, metadata.filter(isAwaited))
    }

    /// Throws if something else is where a file belongs, or if a file cannot be written; a dry run makes the first check
    /// alone.
    func requireFree(for prepared: PreparedPublish) throws(PublishError) {
        let (unasked, awaited) = files(prepared)
        var pages: [String] = []
        if prepared.publication.targets != nil {
            pages.append(SitePages.indexPath)
            if publisher.viewerFolder != nil { pages.append("\(Viewer.folder)/page/page") }
        }
        let all = unasked + pages.map { PublishFile(path: $0, bytes: []) } + awaited
        if publisher.isDryRun {
            try publisher.destination.requireFree(for: all)
        } else {
            try publisher.destination.requireWritable(for: all)
        }
    }

    /// Writes everything.
    ///
    /// What was live stays live after an error, unless a new root is in the home already.
    mutating func write(_ prepared: PreparedPublish) throws(PublishError) {
        let destination = publisher.destination
        let (unasked, awaited) = files(prepared)
        written = try destination.write(unasked, inOrder: false)
        written += try writePages(prepared)
        if let beforeCommit = publisher.beforeCommit {
            try destination.withRoom(for: awaited, beforeCommit)
        }
        do throws(PublishError) {
            written += try destination.write(awaited, inOrder: true)
        } catch {
            guard publisher.beforeCommit != nil else { throw error }
            // The root may be there or not: a disk may fail after it has taken a file.
            var error = error
            error.remedy =
                "the home has the new root and its key already: \(.publish) finishes this"
            throw error
        }
    }

    /// Writes the pages for people, if targets are signed anew.
    private func writePages(_ prepared: PreparedPublish) throws(PublishError) -> [String] {
        guard prepared.publication.targets != nil else { return [] }
        return try SitePages(
            prepared.targets, roots: roots,
            viewer: publisher.viewerFolder.flatMap { Viewer(folder: $0) }
        ).write(to: publisher.destination)
    }
}
