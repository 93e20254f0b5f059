import ArgumentParser
import BundlePublisher

struct SiteCommand: RepositorySubcommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Writes the published directory's pages for people again.",
        discussion: """
            index.html says what is live and since when; match.html draws matches in a browser. Each publish that \
            signs seasons writes them. This writes them again, for example after a new release of this program. \
            Agents never read them. Needs no key.

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
                destination, home: repository.home, isRehearsal: repository.isRehearsal, now: now)
            let live = try found.requireLive()
            let viewer = OwnFiles.viewer.flatMap { Viewer(folder: $0) }
            return try SitePages(live.targets, roots: found.roots, viewer: viewer).write(
                to: destination)
        }
        for path in written { Console.result("wrote \(path)") }
        if let absence = OwnFiles.viewerAbsence { Console.message(absence) }
        if written.isEmpty { Console.result("the pages are as they should be") }
    }
}
