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
            userAgent: "bundle-publish/\(programVersion)", variable: Surroundings.variable)
    }

    func events(of year: BundleYear) throws -> [EventKey] {
        let answer = try source.get(.eventKeys(year: year.number))
        return (try parsed(answer).arrayValue ?? []).compactMap {
            $0.stringValue.flatMap(EventKey.init)
        }
    }

    /// All matches of some events; an event without matches has none, and is no mistake.
    ///
    /// When the network fails once, stored answers stand in for the rest. A long fetch shows its progress: after a
    /// second, then every ten seconds.
    func matches(of events: [EventKey], skipsAbsent: Bool) throws -> [JSON] {
        var matches: [JSON] = []
        var freshness = CachePolicy.usual
        let start = ContinuousClock.now
        var nextReport = Duration.seconds(1)
        tellDownEvents(among: events)
        for (at, event) in events.enumerated() {
            do throws(SourceError) {
                let answer = try source.get(.matches(event), freshness)
                if let trouble = answer.facts.trouble, freshness == .usual {
                    Console.message("\(trouble); from \(event) on, stored answers are used instead")
                    freshness = .offline
                }
                matches += try parsed(answer).arrayValue ?? []
            } catch {
                guard skipsAbsent, case .absent = error else { throw error }
            }
            let elapsed = ContinuousClock.now - start
            if elapsed > nextReport, at + 1 < events.count {
                nextReport = elapsed + .seconds(10)
                Console.message("fetched \(at + 1) of \(events.count) events, the last is \(event)")
            }
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
