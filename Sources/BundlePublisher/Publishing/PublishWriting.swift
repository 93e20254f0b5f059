import BundleFormat
import SeasonAuthoring
import TUF

/// Writes a prepared publish; ``PreparedPublish/files(isFirst:)`` has the order.
struct PublishWriting {
    let facts: PublishFacts
    let prepared: PreparedPublish
    let destination: any PublishDestination
    let viewerFolder: String?
    /// Runs when only the files are still to be written that agents request by their names alone.
    let beforeCommit: (() throws(PublishError) -> Void)?

    private var files: (unasked: [PublishFile], awaited: [PublishFile]) {
        // A new root must not be in the place before it is in the home.
        prepared.files(isFirst: facts.found.roots.trusted == 0 && beforeCommit == nil)
    }

    private var changed: Set<BundleYear> {
        let new = PublishedBundle.all(in: prepared.targets)
        return Set(new.entries(unlike: facts.liveEntries).keys)
            .union(facts.lines.map(\.year).filter { new[$0] != nil })
    }

    /// Throws if something else is where a file belongs; a dry run makes this check, too.
    func requireFree() throws(PublishError) { try destination.requireFree(for: all) }

    /// Throws if a file cannot be written; called before the first is written.
    func requireWritable() throws(PublishError) { try destination.requireWritable(for: all) }

    /// Everything that is written; pages have only their paths.
    private var all: [PublishFile] {
        let (unasked, awaited) = files
        var pages = prepared.targetsAndSnapshot == nil ? [] : changed.map(SitePages.path)
        if !pages.isEmpty, viewerFolder != nil { pages.append("\(Viewer.folder)/page/page") }
        return unasked + pages.map { PublishFile(path: $0, bytes: []) } + awaited
    }

    /// Writes everything.
    ///
    /// What was live stays live after an error, unless a new root is in the home already.
    func write() throws(PublishError) -> [String] {
        let (unasked, awaited) = files
        var written = try destination.write(unasked, inOrder: false)
        written += try writePages()
        guard let beforeCommit else {
            return written + (try destination.write(awaited, inOrder: true))
        }
        try destination.withRoom(for: awaited, beforeCommit)
        do throws(PublishError) {
            return written + (try destination.write(awaited, inOrder: true))
        } catch {
            // The root may be there or not: a disk may fail after it has taken a file.
            var error = error
            error.remedy =
                "the home has the new root and its key already: \(.publish) finishes this"
            throw error
        }
    }

    /// Writes the pages for people: the overview, and the pages of seasons that changed or lack a page.
    private func writePages() throws(PublishError) -> [String] {
        guard prepared.targetsAndSnapshot != nil else { return [] }
        var pages = try SitePages(facts, prepared, in: destination)
        pages.viewer = viewerFolder.flatMap { Viewer(folder: $0) }
        var years = changed
        for year in pages.bundles.keys where !years.contains(year) {
            // A power cut may leave an empty page.
            if try destination.lengthBytes(of: SitePages.path(year)) ?? 0 == 0 {
                years.insert(year)
            }
        }
        return try pages.write(for: years, to: destination)
    }
}
