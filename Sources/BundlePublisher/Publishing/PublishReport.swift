import BundleFormat
import SeasonAuthoring
import TUF

extension Publisher {
    /// What a publish is decided from, what it does and why, and what it did.
    package struct Report {
        let publisher: Publisher
        let configuration: HomeConfiguration
        let repository: LiveRepository
        /// The decisions of the checkout before this command.
        let file: DecisionsFile.Content
        /// The time when the newest root expires: nothing that is published is valid longer.
        package let rootExpires: UTCTime
        /// The seasons of the folder; none if the command does not read it.
        let packed: [BundleYear: PackedSeason]
        /// The lines that the command adds; none if the checkout's lines say it already.
        package internal(set) var lines: [DecisionLine] = []
        /// The lines of the checkout, with those that the command adds.
        var decisions: Decisions
        /// The files that the repository lacks, by path.
        var zips: [String: PublishFile.Content] = [:]
        /// What is to be live; nil leaves it as it is.
        var offering: Offering?
        package internal(set) var plan = PublishPlan(seasons: [], signing: .nothing, version: 0)
        package internal(set) var notes: [Advice] = []
        /// The paths written, below the directory, in order; none in a dry run.
        package internal(set) var written: [String] = []

        /// Reads the home and the repository; throws if the key is not the newest root's.
        init(_ publisher: Publisher, remembers: Bool) throws(PublishError) {
            self.publisher = publisher
            let home = publisher.home
            configuration = try HomeConfiguration.read(home.configurationPath)
            repository = try LiveRepository(
                publisher.destination, home: home, roots: publisher.roots, remembers: remembers,
                now: publisher.now)
            if let key = publisher.key {
                try repository.roots.requireOnlineKey(key, now: publisher.now)
            }
            file = try DecisionsFile(home: home).read(now: publisher.now)
            decisions = file.decisions
            rootExpires = try repository.roots.next().expires
            if case .seasons(let seasons, _) = publisher.content {
                packed = Dictionary(uniqueKeysWithValues: seasons.map { ($0.year, $0) })
            } else {
                packed = [:]
            }
        }
    }
}

extension Publisher.Report {
    package var place: String { publisher.destination.name }
    package var live: LiveState? { repository.live }
    var roots: RootChain { repository.roots }
    var rootsThere: PublishedRoots { repository.rootsThere }
    var now: UTCTime { publisher.now }

    /// The bundles that are live after it.
    var bundles: [BundleYear: PublishedBundle] { offering?.seasons ?? live?.bundles ?? [:] }

    /// The new entry of each season whose content or entry changed.
    package var entries: [BundleYear: TargetCustom] {
        bundles.mapValues(\.custom).filter { $1 != live?.bundles[$0]?.custom }
    }

    package var zipBytes: [BundleYear: Int] { bundles.mapValues(\.target.lengthBytes) }

    /// True if a season could not be shown as the lines say.
    package var isIncomplete: Bool { offering?.missing.isEmpty == false }

    /// The lines of `decisions.txt` that are not live yet and have no effect.
    package var warnings: [Diagnostic] {
        file.warnings(path: DecisionsFile.name, after: live?.record?.decisions) { year, version in
            // While nothing is live, we cannot tell which contents are unknown.
            guard let live, packed[year]?.version != version else { return true }
            return live.contents(year).contains { $0.version == version }
        }
    }
}
