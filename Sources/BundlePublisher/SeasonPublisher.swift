import BundleFormat
import SeasonAuthoring
import TUF

/// Publishes a folder of seasons, as HEAD has it; a bot or an app uses it instead of the command line.
///
/// Each step is told the time, in seconds since 1970.
///
/// ```swift
/// let publisher = SeasonPublisher(home: "publisher", seasons: "bundles", directory: "/srv/bundles")
/// let plan = try publisher.plan(nowUnixSeconds: now)
/// if !plan.isUnchanged { try publisher.publish(nowUnixSeconds: now) }
/// ```
public struct SeasonPublisher: Sendable {
    /// The publisher's folder with its keys and roots, made by ``makeHome(at:passphrases:nowUnixSeconds:)``.
    public let home: String
    /// The folder with one folder for each season.
    public let seasons: String
    /// The directory that a web server serves; the first publish makes it.
    public let directory: String
    /// The content of the online key's file; nil to read `keys/online.key` in the home.
    public var onlineKey: String?
    /// The folder of the page that draws matches, as `make web` leaves it; nil publishes without it.
    public var viewerFolder: String?

    /// Names the folders; nothing is read or written yet.
    public init(home: String, seasons: String, directory: String) {
        (self.home, self.seasons, self.directory) = (home, seasons, directory)
    }

    /// Makes a home: two root keys, an online key, the first root and a configuration.
    ///
    /// - Parameters:
    ///   - path: a folder that is empty or does not exist.
    ///   - passphrases: what each of the two root keys is sealed with.
    ///   - nowUnixSeconds: the clock, in seconds since 1970.
    /// - Throws: ``PublishError`` if something is there already, or there are not two good passphrases.
    public static func makeHome(
        at path: String, passphrases: [String], nowUnixSeconds: Int64
    ) throws(PublishError) {
        let names = HomeMaker.rootKeyNames
        guard passphrases.count == names.count else { throw Passphrases.none(for: names) }
        let checked = try Passphrases(known: passphrases.map { Array($0.utf8) })
            .choose(for: names)
        try HomeMaker(
            home: Home(path: path), now: UTCTime(unixSeconds: nowUnixSeconds), passphrases: checked
        ).make()
    }

    /// Finds out what ``publish(nowUnixSeconds:)`` would do; writes nothing and needs no key.
    ///
    /// - Throws: ``PublishError`` if a publish could not be made.
    public func plan(nowUnixSeconds: Int64) throws(PublishError) -> Outcome {
        try run(nowUnixSeconds, isDryRun: true)
    }

    /// Checks, signs, verifies and writes what changed; does nothing if nothing changed.
    ///
    /// - Throws: ``PublishError``; then the directory still offers what was live before.
    @discardableResult
    public func publish(nowUnixSeconds: Int64) throws(PublishError) -> Outcome {
        try run(nowUnixSeconds)
    }

    /// Renews what is signed if less than half of its life is left; changes no season.
    ///
    /// - Throws: ``PublishError``; then the directory still offers what was live before.
    @discardableResult
    public func refresh(nowUnixSeconds: Int64) throws(PublishError) -> Outcome {
        try run(nowUnixSeconds, changesContent: false)
    }

    private func run(
        _ nowUnixSeconds: Int64, changesContent: Bool = true, isDryRun: Bool = false
    ) throws(PublishError) -> Outcome {
        let home = Home(path: home)
        let key =
            isDryRun ? nil : try OnlineKey.read(home: home, option: nil, environment: onlineKey)
        let work: Publisher.Work =
            changesContent
            ? .publish(SeasonPlanner(try SeasonSet(seasons, .committed)))
            : .refresh(isForced: false)
        let report = try Publisher(
            work, destination: FolderDestination(directory: directory), home: home, key: key,
            now: UTCTime(unixSeconds: nowUnixSeconds), isDryRun: isDryRun,
            viewerFolder: viewerFolder
        ).run()
        return Outcome(report)
    }

    /// What a publish did, or would do.
    public struct Outcome: Equatable, Sendable {
        /// What happens to a season.
        public enum Change: String, Sendable {
            case added, changed, removed, unchanged
            /// Its content is recalled, and nothing is shown instead.
            case withdrawn
            /// A zip that was gone is put back.
            case restored
            /// The same content with a changed rollout or another list of recalls.
            case revised
        }

        /// One season.
        public struct Season: Equatable, Sendable {
            /// The year it is played in.
            public let year: Int
            /// What happens to it.
            public let change: Change
            /// Its content from now on, 64 hexadecimal digits; nil if it is removed.
            public let version: String?
            /// Whether it stays as it is although other content is given: the commit does not contain the live one.
            public let isHeld: Bool
        }

        /// All seasons, in ascending order.
        public let seasons: [Season]
        /// True if nothing was, or would be, signed or written.
        public let isUnchanged: Bool
        /// The files written, below the directory, in order; none for a plan.
        public let written: [String]

        init(_ report: PublishReport) {
            let held = Set(report.decision.held.map(\.year))
            seasons = report.plan.seasons.map {
                Season(
                    year: $0.year.number, change: $0.change, version: $0.new?.hex,
                    isHeld: held.contains($0.year))
            }
            isUnchanged = report.plan.signing == .nothing
            written = report.written
        }
    }
}
