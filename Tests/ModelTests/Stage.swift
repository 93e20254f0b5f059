import Files
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What every history begins with: a home, two published seasons, and a cache that knows them.
struct Stage: Sendable {
    let catalogue: Catalogue
    let firstRoot: [UInt8]
    private let template: String

    /// The seasons that are published.
    static var folder: Folder {
        var folder = Folder()
        for year in HistoryMaker.years.prefix(2) { folder.edit(year, 1, alone: false) }
        return folder
    }

    /// What is meant by them.
    static var meaning: Meaning {
        var meaning = Meaning()
        for year in HistoryMaker.years.prefix(2) {
            meaning.offers[year] = .init(content: 1, published: Workshop.start)
            meaning.past[year] = [1]
        }
        return meaning
    }

    /// Makes it, with the real commands.
    ///
    /// - Throws: ``Break`` where one fails.
    init() throws {
        catalogue = try Catalogue()
        template = try Scratch.folder("template")
        let workshop = Workshop(root: template)
        try Files.createDirectoriesAndSync(workshop.bundles)
        try Self.folder.write(to: workshop.bundles, replacing: Folder())
        for words in [
            ["init", "--no-passphrase"],
            ["publish", "--to", workshop.site, "--bundles", workshop.bundles],
        ] {
            let outcome = workshop.run(words + ["--home", workshop.homePath])
            guard outcome.isGood else { throw Break(.commandIsDone, outcome.text) }
        }
        firstRoot = try workshop.home.roots().first
    }

    /// Copies it to where a history runs.
    ///
    /// - Parameter root: the history's folder.
    /// - Throws: where the disk fails.
    func set(_ root: String) throws { try Workshop.copy(template, to: root) }
}
