import ArgumentParser
import BundlePublisher

struct SiteCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Writes the published directory's pages for people again.",
        discussion: """
            index.html and seasons/<year>.html: what is live and since when, how its samples
            look, what changed. match.html draws matches in a browser. Every publish keeps them; this makes all of them anew, after a
            new release of this program for one. Agents never read them. Needs no key.

            Examples:
              bundle-publish site
              bundle-publish site --in /srv/bundles
            """)

    @OptionGroup var repository: RepositoryOptions

    func perform() throws {
        let destination = try repository.open()
        let now = Surroundings.now
        try requirePublished(destination)
        let written = try destination.withLock { () throws(PublishError) in
            let found = try LiveRepository(
                destination, home: repository.home, remembers: true, now: now)
            let live = try found.requireLive()
            let history = try RepositoryHistory.read(
                destination, roots: found.roots, newest: live.version,
                limit: PublishLimits.pageStatesMax)
            var pages = SitePages(
                live, history, roots: found.roots,
                decisions: try DecisionsFile(home: repository.home).read(now: now))
            pages.viewer = ViewerPlace.folder.flatMap { Viewer(folder: $0) }
            return try pages.write(for: Set(pages.bundles.keys), to: destination)
        }
        for path in written { Console.result("wrote \(path)") }
        if let absence = ViewerPlace.absence { Console.message(absence) }
        if written.isEmpty { Console.result("the pages are as they should be") }
    }
}
