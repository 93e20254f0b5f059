import BundleFormat
import RepositoryTransport
import UpdatePolicy
import WebTransport

/// Keeps a folder of seasons up to date; an app uses it to follow a repository.
///
/// ```swift
/// let seasons = try SeasonUpdater(
///     folder: "/home/me/.local/share/my-app/seasons",
///     repository: SeasonUpdater.Repository(
///         addresses: ["https://example.org/bundles"], rootMetadata: root, userAgent: "my-app/1"))
/// let result = seasons.poll()
/// for season in seasons.all { print(season.year, season.folder) }
/// ```
///
/// It verifies every signature and every byte. Whatever fails, the seasons that were there stay.
public struct SeasonUpdater {
    /// Where updates come from, and the root that they are trusted by.
    public struct Repository {
        /// The addresses of one published directory, in the order in which they are asked; at least one.
        public var addresses: [String]
        /// The bytes of the repository's `root.json`, which came with the app.
        public var rootMetadata: [UInt8]
        /// The name that web servers see: `my-app/1`.
        public var userAgent: String

        /// Describes a repository.
        ///
        /// - Parameters:
        ///   - addresses: `https://…`, `http://…`, `file://…` or paths.
        ///   - rootMetadata: the bytes of its `root.json`.
        ///   - userAgent: the name that web servers see.
        public init(addresses: [String], rootMetadata: [UInt8], userAgent: String) {
            self.addresses = addresses
            self.rootMetadata = rootMetadata
            self.userAgent = userAgent
        }
    }

    /// An address that cannot be used.
    public struct BadAddress: Error, Equatable, CustomStringConvertible {
        /// The address as it was given.
        public let address: String
        /// What is wrong with it.
        public let description: String
    }

    /// One season as it is served.
    public struct Season: Equatable, Sendable {
        /// The year it was played in.
        public let year: Int
        /// Its content: 64 hexadecimal digits.
        public let version: String
        /// The folder with its files, which never change.
        public let folder: String
        /// Whether it is inside the app; otherwise it was downloaded.
        public let isEmbedded: Bool
        /// When this machine switched to it, in seconds since 1970; nil if that is not known.
        public let sinceUnixSeconds: Int64?
        /// When it was published, in seconds since 1970; nil if that is not known.
        public let publishedUnixSeconds: Int64?
    }

    /// How a poll ended.
    public struct PollResult: Equatable, Sendable {
        /// What it means for the seasons.
        public enum Kind: String, Sendable {
            /// Something new is served.
            case updated
            /// What is published is served.
            case upToDate
            /// The repository answered, but at least one season could not follow it.
            case incomplete
            /// The repository did not answer, its answer was older than what is known, or the poll was cancelled.
            case unreachable
            /// The answer is not what the trusted repository says, so it is not followed.
            case refused
            /// The folder cannot be read or written.
            case failed
        }

        /// What it means for the seasons.
        public let kind: Kind
        /// What went wrong, for people; nil if nothing did.
        public let problem: String?
    }

    private let poller: Poller

    /// Names the folder; the first poll creates it.
    ///
    /// - Parameters:
    ///   - folder: the updater's own folder, made by the first poll.
    ///   - embedded: the seasons inside the app: every file of each compiled season by its path, among them
    ///     `2026/manifest.json`; served until something newer comes. `bundle-publish build` makes them.
    ///   - repository: where updates come from; nil to serve only the seasons inside the app.
    /// - Throws: ``BadAddress`` for an address that cannot be used.
    public init(
        folder: String, embedded: [String: [UInt8]] = [:], repository: Repository?
    ) throws(BadAddress) {
        let files = embedded.sorted { $0.key < $1.key }
        let bytes = files.map(\.value)
        var options = Poller.Options()
        var followed: Poller.Repository?
        if let repository {
            var addresses: [RepositoryAddress] = []
            for address in repository.addresses {
                do throws(AddressError) {
                    addresses.append(try RepositoryAddress(address))
                } catch {
                    throw BadAddress(address: address, description: error.description)
                }
            }
            guard !addresses.isEmpty else {
                throw BadAddress(address: "", description: "expected at least one address")
            }
            let patience = Patience(for: addresses)
            options.patience = patience
            followed = Poller.Repository(
                packagedRoot: repository.rootMetadata,
                mirrors: Mirror.all(
                    addresses, WebOptions(userAgent: repository.userAgent),
                    isCancelled: { patience.isOver }))
        }
        poller = Poller(
            state: StateFolder(folder),
            embedded: EmbeddedSet(paths: files.map(\.key)) { bytes[$0] }, repository: followed,
            options: options, clock: SystemClock.unixSeconds)
    }

    /// Asks the repository once and follows it; returns when everything is on the disk.
    ///
    /// - Returns: how it ended.
    public func poll() -> PollResult {
        let report = poller.poll()
        return PollResult(
            kind: report.outcome.kind,
            problem: report.problem
                ?? report.years.first { $0.action == .heldBack }.map { "\($0.year): \($0.reason)" })
    }

    /// The seasons that are served now, in ascending order; none before the first poll.
    public var all: [Season] {
        let state = poller.state
        guard let index = try? SetIndex.read(state, .standard) else { return [] }
        return index.entries.sorted { $0.key < $1.key }.map { (year, entry) in
            Season(
                year: year.number, version: entry.version.hex,
                folder: state.bundle(year, entry.version), isEmbedded: entry.origin == .embedded,
                sinceUnixSeconds: entry.sinceUnixSeconds,
                publishedUnixSeconds: entry.publishedUnixSeconds)
        }
    }
}

extension PollReport.Outcome {
    fileprivate var kind: SeasonUpdater.PollResult.Kind {
        switch meaning.trouble {
        case .unreachable, .older, .cancelled: .unreachable
        case .refused: .refused
        case .state: .failed
        case nil where meaning.isFailure: .failed
        case nil where self == .incomplete: .incomplete
        case nil: self == .updated ? .updated : .upToDate
        }
    }
}
