import BreakdownRenderer
import BundleFormat
import JSON

/// A real match, or an event's statistics, that somebody gave to start a season from.
package struct GivenMatch {
    /// Its key: `2027abc_qm1`; of statistics, the event's.
    package let key: String
    /// The name of the sample it becomes.
    package let name: String
    /// The value without what no description uses: times, videos.
    package let json: JSON

    /// Takes a match.
    ///
    /// - Parameters:
    ///   - json: the value as it was given.
    ///   - place: where, for messages.
    ///   - year: the season that it has to be of.
    /// - Throws: ``AuthoringError`` where it is none, one of another season, or one without a breakdown.
    package init(match json: JSON, at place: String, of year: BundleYear) throws(AuthoringError) {
        guard Subject(of: json) == .match else {
            throw .input(place: place, .insightsInsteadOfMatch)
        }
        let match: Match
        do throws(MatchError) {
            match = try Match.decode(json)
        } catch {
            throw .input(place: place, .brokenMatch(error))
        }
        try Self.expect(match.year, of: year, match.key, place)
        let sides = ["red", "blue"].compactMap { json["score_breakdown"]?[$0]?.objectValue }
        guard sides.contains(where: { !$0.isEmpty }) else {
            throw .input(place: place, .noBreakdown(key: match.key))
        }
        key = match.key
        name = Self.name(match.key, else: "match")
        self.json = Self.kept(json)
    }

    /// Takes an event's statistics; the same errors as for matches.
    package init(insights json: JSON, at place: String, of year: BundleYear) throws(AuthoringError)
    {
        guard Subject(of: json) == .insights else { throw .input(place: place, .noInsights) }
        let insights: EventInsights
        do throws(MatchError) {
            insights = try EventInsights.decode(json)
        } catch {
            throw .input(place: place, .brokenInsights(error))
        }
        try Self.expect(insights.year, of: year, insights.eventKey, place)
        key = insights.eventKey
        name = Self.name("\(insights.eventKey)_insights", else: "insights")
        self.json = json
    }

    private static func expect(
        _ found: Int, of year: BundleYear, _ key: String, _ place: String
    ) throws(AuthoringError) {
        guard found != year.number else { return }
        throw .input(place: place, .otherSeason(key: key, year: found, wanted: year))
    }

    /// A key as a file's name, where it can be one.
    private static func name(_ key: String, else name: String) -> String {
        key.contains("/") || BundlePath("\(BundleFile.samples)/\(key).json") == nil ? name : key
    }

    /// The members that a sample needs, in the order of the samples there are.
    private static func kept(_ json: JSON) -> JSON {
        var kept = JSONObject()
        for key in [
            "key", "event_key", "comp_level", "set_number", "match_number", "alliances",
            "winning_alliance", "score_breakdown",
        ] {
            if let value = json[key] { kept[key] = value }
        }
        return .object(kept)
    }
}
