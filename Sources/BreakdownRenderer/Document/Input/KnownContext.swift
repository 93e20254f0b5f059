import JSON

/// What the input itself said about its events, and where it came from.
///
/// Two kinds of values are no matches and are not shown. They apply to everything after them:
///
/// - an event, as TBA's API v3 has it: the name, days, time zone and playoff type of its matches;
/// - `{"retrieved": {"source": …, "address": …, "age_seconds": …, "is_stored": …}}`: where the data
///   after it came from. `{"retrieved": null}` ends this.
package struct KnownContext {
    private var events: [EventFacts] = []
    /// The index of each event by its key.
    private var places: [String: Int] = [:]
    private var retrieval: Retrieval?

    /// Whether nothing is known.
    package private(set) var isEmpty = true

    /// Starts without knowledge.
    package init() {}

    /// Reads a value if it is about the others.
    ///
    /// - Returns: true if it was; such a value is not shown.
    /// - Throws: `MatchError` if it was, but has another form than expected.
    package mutating func learn(_ json: JSON) throws(MatchError) -> Bool {
        // Nearly every value is a match.
        guard json["alliances"] == nil else { return false }
        if EventFacts.looksLike(json) {
            let event = try EventFacts.decode(json)
            if events.count < DocumentLimits.eventsMax { add(event) }
        } else if let retrieved = json["retrieved"] {
            retrieval = retrieved == .null ? nil : try Retrieval.decode(retrieved)
        } else {
            return false
        }
        isEmpty = false
        return true
    }

    private mutating func add(_ event: EventFacts) {
        if let place = places[event.key] {
            events[place] = event
        } else {
            places[event.key] = events.count
            events.append(event)
        }
    }

    /// What is known about a match.
    package func context(of eventKey: String) -> MatchContext {
        if isEmpty { return .none }
        return MatchContext(event: places[eventKey].map { events[$0] }, retrieval: retrieval)
    }
}
