import BundleFormat
import JSON
import MatchKeys
import MatchSource

/// Gets events' matches from The Blue Alliance, with the manners of `MatchSource`.
struct EventMatches {
    private let source: MatchSource

    /// Reads the API's address and the key from the environment; asks for nothing yet.
    init() throws {
        source = try MatchSource(
            userAgent: "bundle-publish/\(BundlePublish.release)", variable: Surroundings.variable)
    }

    func events(of year: BundleYear) throws -> [EventKey] {
        let answer = try source.get(.eventKeys(year: year.number))
        return (try parsed(answer).arrayValue ?? []).compactMap {
            $0.stringValue.flatMap(EventKey.init)
        }
    }

    /// All matches of some events; an event without matches has none, and is no mistake.
    ///
    /// When the network fails once, stored answers stand in for the rest.
    func matches(of events: [EventKey], skipsAbsent: Bool) throws -> [JSON] {
        var matches: [JSON] = []
        var freshness = Freshness.usual
        var progress = FetchProgress(eventsCount: events.count)
        tellDownEvents(among: events)
        for event in events {
            do throws(SourceError) {
                let answer = try source.get(.matches(event), freshness)
                if let trouble = answer.facts.trouble, freshness == .usual {
                    Console.message(
                        "\(trouble); from \(event) on, stored answers are used instead")
                    freshness = .offline
                }
                matches += try parsed(answer).arrayValue ?? []
            } catch {
                guard skipsAbsent, case .absent = error else { throw error }
            }
            progress.add(event)
        }
        Console.message("Powered by The Blue Alliance, https://www.thebluealliance.com")
        return matches
    }

    /// The most events that are named one by one: more would hide everything else.
    private static let eventsNamedMax = 5

    /// Reports events that the API does not update just now; this is no reason to stop.
    private func tellDownEvents(among events: [EventKey]) {
        guard let answer = try? source.get(.status), let status = try? parsed(answer) else {
            return
        }
        let down = Set((status["down_events"]?.arrayValue ?? []).compactMap(\.stringValue))
        let silent = events.filter { down.contains("\($0)") }
        for event in silent.prefix(Self.eventsNamedMax) {
            Console.message(
                "\(event): The Blue Alliance has no new results for this event at the moment")
        }
        let more = silent.count - Self.eventsNamedMax
        if more > 0 { Console.message("and of \(more) more events") }
    }

    private func parsed(_ answer: MatchSource.Answer) throws(SourceError) -> JSON {
        do {
            return try JSON.parse(answer.body, limits: .matches)
        } catch {
            throw .unavailable(.strange("no JSON"))
        }
    }
}

/// Shows the progress of a long fetch: after a second, then every ten seconds.
struct FetchProgress {
    private let eventsCount: Int
    private let start = ContinuousClock.now
    private var fetchedCount = 0
    private var next = Duration.seconds(1)

    init(eventsCount: Int) { self.eventsCount = eventsCount }

    mutating func add(_ event: EventKey) {
        fetchedCount += 1
        let elapsed = ContinuousClock.now - start
        guard elapsed > next, fetchedCount < eventsCount else { return }
        next = elapsed + .seconds(10)
        Console.message("fetched \(fetchedCount) of \(eventsCount) events, the last is \(event)")
    }
}
