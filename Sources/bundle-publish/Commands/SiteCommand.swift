import ArgumentParser
import BundlePublisher

/// `site`: the pages for people, made anew.
struct SiteCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Writes the published directory's pages for people again.",
        discussion: """
            index.html and seasons/<year>.html: what is live and since when, how its samples
            look, what changed. match.html draws matches in a browser. Every publish keeps them; this makes all of them anew, after a
            new release of this program for one. Agents never read them. Needs no key.

            Examples:
              bundle-publish site /srv/bundles
              bundle-publish site
            """)

    @OptionGroup var options: HomeOptions

    @Argument(
        help: ArgumentHelp(
            "The published directory; the configuration's repository without it.",
            valueName: "directory"))
    var place: String?

    var commands: PrintedCommands { options.commands(at: place) }

    func perform() throws -> ExitCode {
        let home = Home(path: options.home)
        let destination = try DestinationOpener.program.open(place, home: home)
        let now = Surroundings.now
        try requirePublished(destination)
        let written = try destination.withLock { () throws(PublishError) in
            let roots = try home.roots()
            guard
                let (live, _) = try LiveRepository.readPublished(
                    destination, roots: roots, now: now)
            else { throw .place(destination.name, .noTimestamp) }
            let history = try RepositoryHistory.read(
                destination, roots: roots, live: live, limit: PublishLimits.pageStatesMax)
            var pages = try SitePages(live, history)
            pages.viewer = ViewerPlace.folder.flatMap { Viewer(folder: $0) }
            return try pages.write(for: Set(pages.bundles.keys), to: destination, now: now)
        }
        guard let written else {
            throw PublishError.place(destination.name, .busy)
        }
        for path in written { Console.result("wrote \(path)") }
        if let absence = ViewerPlace.absence { Console.message(absence) }
        if written.isEmpty { Console.result("the pages are as they should be") }
        return .success
    }
}
