import BundleFormat
import SeasonAuthoring
import TUF

/// How a signed state is written.
///
/// 1. zips, each under its own hash; `<version>.targets.json`, `<version>.snapshot.json`;
/// 2. the pages for people;
/// 3. new roots, oldest first: agents take them at once;
/// 4. `timestamp.json`: from its replacement on, everything is new.
///
/// The first publish writes roots after the timestamp, so that a root without a timestamp always means a loss.
///
/// If the publish is stopped before the timestamp, agents see what was live before, and the next publish starts again with
/// a higher version. There is one exception: between a root that replaces the online key and the timestamp, agents can use
/// neither state, and keep what they have.
struct PublishWriter {
    let signed: SignedState
    let facts: PublishFacts
    let viewerFolder: String?

    /// The files that agents request only after the timestamp names them, in any order; and the files that agents request by
    /// their names alone, in this order.
    private var files: (unasked: [PublishFile], awaited: [PublishFile]) {
        let metadata = signed.publication.files.map {
            PublishFile(path: "metadata/\($0.name)", bytes: $0.bytes)
        }
        let roots = metadata.filter { $0.path.hasSuffix(".root.json") }
        let timestamp = metadata.filter { $0.path == PublishFile.timestampPath }
        let isFirst = facts.repository.rootsThere.trusted == 0
        let zips = signed.zips.sorted { $0.key < $1.key }
            .map { PublishFile(path: $0.key, bytes: $0.value) }
        let rest = metadata.filter { file in
            !(roots + timestamp).contains { $0.path == file.path }
        }
        return (zips + rest, isFirst ? timestamp + roots : roots + timestamp)
    }

    /// Throws if something else is where a file belongs, or if a file cannot be written; a dry run makes the first check
    /// alone.
    func requireFree(isDryRun: Bool) throws(PublishError) {
        var pages: [String] = []
        if signed.publication.targets != nil {
            pages.append(SitePages.indexPath)
            if viewerFolder != nil { pages.append("\(Viewer.folder)/page/page") }
        }
        let (unasked, awaited) = files
        let all = unasked + pages.map { PublishFile(path: $0, bytes: []) } + awaited
        if isDryRun {
            try facts.place.requireFree(for: all)
        } else {
            try facts.place.requireWritable(for: all)
        }
    }

    /// Writes everything; the result is the paths written, in order.
    func write() throws(PublishError) -> [String] {
        let (unasked, awaited) = files
        return try facts.place.write(unasked, inOrder: false) + writePages()
            + facts.place.write(awaited, inOrder: true)
    }

    /// Writes the pages for people, if targets are signed anew.
    private func writePages() throws(PublishError) -> [String] {
        guard signed.publication.targets != nil else { return [] }
        return try SitePages(
            signed.targets, roots: facts.repository.roots,
            viewer: viewerFolder.flatMap { Viewer(folder: $0) }
        ).write(to: facts.place)
    }
}
