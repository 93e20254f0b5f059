import CEL
import JSON
import Text

/// What the input itself said about its matches, and where it came from.
///
/// Three kinds of values are no matches and are not shown. They apply to everything after them:
///
/// - an event, as TBA's API v3 has it: the name, days, time zone and playoff type of its matches;
/// - a schedule of FIRST's API: the teams of the scores that this API gives;
/// - `{"retrieved": {"source": …, "address": …, "age_seconds": …, "is_stored": …}}`: where the data
///   after it came from. `{"retrieved": null}` ends this.
package struct KnownContext {
    private var events: [EventFacts] = []
    /// The index of each event by its key.
    private var places: [String: Int] = [:]
    /// The event that was named last: FIRST's scores do not name theirs.
    private var lastEvent: EventFacts?
    private var schedule = FirstSchedule()
    private var retrieval: Retrieval?

    /// How many values said something about the others.
    package private(set) var learntCount = 0

    /// Starts without knowledge.
    package init() {}

    /// Reads a finding of an input.
    ///
    /// - Parameter shapes: what earlier values had; the parser reads the next one faster.
    /// - Returns: the matches and insights in it, each in the form in which it stands there; none if it is about
    ///   others.
    package mutating func values(
        of found: ValueScanner.Found, reading shapes: JSONShapes? = nil
    ) throws(InputProblem) -> [JSON] {
        switch found {
        case .tooLong(let bytesMax, let at):
            throw InputProblem(.tooLarge, Self.tooMuch(bytesMax), at)
        case .problem(let problem, let at): throw InputProblem(.notJSON, problem, at)
        case .json(let json, let at): return try values(in: json, at)
        case .value(let bytes, let at):
            let json: JSON
            do throws(JSONError) {
                json = try JSON.parse(bytes, limits: .input, shapes: shapes ?? JSONShapes())
            } catch {
                throw InputProblem(.notJSON, error.problem, error.position.moved(behind: at))
            }
            let values = try values(in: json, at)
            let matchBytesMax = JSONLimits.match.lengthBytesMax
            guard bytes.count <= matchBytesMax * max(1, values.count) else {
                throw InputProblem(.tooLarge, Self.tooMuch(matchBytesMax), at)
            }
            return values
        }
    }

    private static func tooMuch(_ bytesMax: Int) -> String {
        "expected at most \(bytesMax) bytes in one match"
    }

    /// The matches and insights in a value, as ``values(of:reading:)``.
    ///
    /// - Parameter place: where the value stands in the input; nil for a value that was fetched.
    package mutating func values(
        in json: JSON, _ place: TextPosition? = nil
    ) throws(InputProblem) -> [JSON] {
        // Nearly every value is a match.
        if json["alliances"]?.objectValue != nil { return [json] }
        var parts = WrappedParts()
        do throws(MatchError) {
            if let retrieved = json["retrieved"] {
                retrieval = retrieved == .null ? nil : try Retrieval.decode(retrieved)
                learntCount += 1
                return []
            }
            parts.find(in: json)
            for event in parts.events { add(try EventFacts.decode(event)) }
            for entry in parts.schedule { schedule.add(entry) }
            learntCount += parts.events.count + parts.schedule.count
        } catch {
            throw InputProblem(.notAMatch, error.description, place)
        }
        if !parts.isEmpty { return parts.matches }
        if let error = ServiceError(json) { throw InputProblem(.notAMatch, error.description) }
        if let object = json.objectValue, object["key"] == nil, !InputValue.isBareBreakdown(json) {
            throw InputProblem(.notAMatch, Self.noMatch(object), place)
        }
        return [json]
    }

    private static func noMatch(_ object: JSONObject) -> String {
        let keys = object.members.prefix(3).map { "`\($0.key.shortened(to: 40))`" }
        return "expected a match, found "
            + (keys.isEmpty ? "an empty object" : "an object with \(keys.joined(separator: ", "))")
    }

    private mutating func add(_ event: EventFacts) {
        if let last = lastEvent, !last.key.hasSameCodePoints(as: event.key) {
            schedule = FirstSchedule()
        }
        lastEvent = event
        if let place = places[event.key] {
            events[place] = event
        } else if events.count < DocumentLimits.eventsMax {
            places[event.key] = events.count
            events.append(event)
        }
    }

    /// A match in the form of API v3, if FIRST's API gave it or nothing but its breakdown is there; every other value
    /// as it is.
    ///
    /// - Parameter year: the season, if it is given.
    package mutating func match(_ json: JSON, year: Int?) throws(InputValueError) -> JSON {
        guard let scores = FirstScores(json) else {
            // An event's key begins with its season.
            guard year == nil, let key = lastEvent?.key, InputValue.isBareBreakdown(json) else {
                return json
            }
            return InputValue.match(key, around: json)
        }
        let listed = schedule.entry(of: scores)
        let eventYear = lastEvent.flatMap { $0.season }
        guard let year = year ?? eventYear ?? schedule.year else { throw .seasonOfScores }
        do throws(MatchError) {
            return try scores.match(of: lastEvent, year: year, listed: listed)
        } catch {
            throw .shape(error)
        }
    }

    /// What is known about a match.
    package func context(of eventKey: String) -> MatchContext {
        if learntCount == 0 { return .none }
        return MatchContext(event: places[eventKey].map { events[$0] }, retrieval: retrieval)
    }

    /// What to do with a schedule that named the teams of no scores; nil if there is none.
    package var unusedSchedule: String? {
        guard schedule.isUnused else { return nil }
        return "expected the scores of a schedule's matches after it, found none;"
            + " give FIRST's MatchScores, and the schedule before them"
    }
}
