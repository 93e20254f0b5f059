import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import MatchKeys
import SeasonAuthoring

struct EventOptions: ParsableArguments {
    @Option(
        name: .customLong("event"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Events whose matches are fetched from The Blue Alliance: 2026casj. The API key is "
                + "$TBA_AUTH_KEY, or the one that breakdown --login keeps.",
            valueName: "event"))
    var events: [EventKey] = []

    /// The matches of the events; without events it asks for nothing.
    func matches() throws -> [JSON] {
        events.isEmpty ? [] : try EventMatches().matches(of: events, skipsAbsent: false)
    }

    /// Refuses an event of another season.
    func refuseOthers(than year: BundleYear) throws {
        for event in events where event.year != year.number {
            throw PublishError(
                "expected an event of \(year), found \(event)",
                remedy: "name events of \(year), or run this for \(event.year)")
        }
    }
}

extension EventKey: ExpressibleByArgument {
    /// Reads an event's key: `2026casj`.
    public init?(argument: String) { self.init(argument) }
}
