import BreakdownRenderer
import JSON

/// One value of the input, recognised by its keys.
enum Entry {
    case match(Match)
    case insights(EventInsights)

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - json: the value.
    ///   - year: the season, if the command line names it.
    /// - Returns: a match, an event's insights, or a score breakdown as a match without other
    ///   facts.
    /// - Throws: ``EntryError``.
    static func decode(_ json: JSON, year: Int?) throws(EntryError) -> Entry {
        let isBare = isBareBreakdown(json)
        if isBare, year == nil { throw .season }
        do throws(MatchError) {
            if isBare { return .match(try Match.decode(match(around: json), year: year)) }
            if EventInsights.looksLike(json) {
                return .insights(try EventInsights.decode(json, year: year))
            }
            return .match(try Match.decode(json, year: year))
        } catch {
            throw .shape(error)
        }
    }

    /// The key that `--match` compares.
    var key: String {
        switch self {
        case .match(let match): match.key
        case .insights(let insights): insights.eventKey
        }
    }

    /// The season.
    var year: Int {
        switch self {
        case .match(let match): match.year
        case .insights(let insights): insights.year
        }
    }

    private static func isBareBreakdown(_ json: JSON) -> Bool {
        guard json["key"] == nil, json["alliances"] == nil, json["score_breakdown"] == nil else {
            return false
        }
        return json["red"]?.objectValue != nil || json["blue"]?.objectValue != nil
    }

    private static func match(around breakdown: JSON) -> JSON {
        ["key": "", "comp_level": "Score Breakdown", "score_breakdown": breakdown]
    }
}

/// Why a value cannot be shown.
enum EntryError: Error, CustomStringConvertible {
    /// It has the keys of a match or insights, but not their form.
    case shape(MatchError)
    /// Nothing says to which season a bare score breakdown belongs.
    case season

    var description: String {
        switch self {
        case .shape(let error): "\(error)"
        case .season: "score breakdown: expected a match around it, or its season with --year"
        }
    }
}
