import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What every history begins with: a home, two published seasons, a beta's home, and a cache that knows the seasons.
struct Stage: Sendable {
    let catalogue: Catalogue
    let main: Checkout
    let beta: Checkout
    private let template: String

    /// Makes it, with the real commands.
    init() throws {
        catalogue = try Catalogue()
        template = try Scratch.folder("template")
        let workshop = Workshop(root: template)
        var main = Checkout(path: "\(template)/main", root: [])
        try main.change {
            for year in HistoryMaker.years.prefix(2) {
                $0.sources[year] = Source(content: 1, table: 1)
            }
        }
        func run(_ words: [String]) throws {
            let outcome = workshop.run(words)
            guard outcome.status == 0 else { throw Break(.function, outcome.text) }
        }
        for home in ["main", "beta"] {
            try run(["init", "--no-passphrase", "--home", "\(template)/\(home)/home"])
        }
        let commit = Commit(
            number: 0, time: Workshop.start - 60, folder: main.folder, lines: main.text)
        try run([
            "publish", "--home", main.home, "--in", workshop.site, "--bundles", main.bundles,
            "--commit", commit.id, "--committed", "\(UTCTime(unixSeconds: commit.time))",
        ])
        (main.head, main.base) = (commit, commit)
        main.root = try Home(path: main.home).roots().first
        main.seen = Reader(site: workshop.site, root: main.root).publisherView().signed
        self.main = main
        beta = Checkout(
            path: "\(template)/beta", root: try Home(path: "\(template)/beta/home").roots().first)
    }

    /// Copies it to where a history runs.
    func set(_ root: String) throws { try Workshop.copy(template, to: root) }
}

extension Checkout {
    /// The same checkout at another place.
    func moved(to path: String) -> Checkout {
        var checkout = Checkout(path: path, root: root)
        (checkout.folder, checkout.head, checkout.base) = (folder, head, base)
        checkout.seen = seen
        return checkout
    }
}
