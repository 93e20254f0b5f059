import BreakdownRenderer
import BundleFormat
import JSON

/// A real match, or an event's statistics, from which a new season is made.
package struct GivenMatch {
    /// Its key: `2027abc_qm1`; of statistics, the event's.
    package let key: String
    /// The name of the sample it becomes.
    package let name: String
    /// The value without members that no description uses: times, videos.
    package let json: JSON

    /// Reads a match.
    ///
    /// - Throws: ``AuthoringError`` if it is no match of that season, or has no breakdown.
    package init(match json: JSON, at place: String, of year: BundleYear) throws(AuthoringError) {
        guard Subject(of: json) == .match else {
            throw AuthoringError(
                "\(place): expected a match, found an event's insights",
                remedy: "give it with --insights")
        }
        let match: Match
        do throws(MatchError) {
            match = try Match.decode(json)
        } catch {
            throw Self.broken(error, place)
        }
        if let error = match.breakdownError { throw Self.broken(error, place) }
        try Self.expect(match.year, of: year, match.key, place)
        guard Self.hasBreakdown(json) else {
            throw AuthoringError(
                "\(place): expected a score breakdown in \(match.key), found none",
                kind: .unplayed,
                remedy: "leave it out: take matches that were played and scored")
        }
        key = match.key
        name = Self.name(match.key, else: "match")
        self.json = Self.kept(json)
    }

    /// Whether a match has a breakdown with anything in it: it was played and scored.
    package static func hasBreakdown(_ json: JSON) -> Bool {
        ["red", "blue"].contains { json["score_breakdown"]?[$0]?.objectValue?.isEmpty == false }
    }

    /// Reads an event's statistics; the errors are those of matches.
    package init(insights json: JSON, at place: String, of year: BundleYear) throws(AuthoringError)
    {
        guard Subject(of: json) == .insights else {
            throw AuthoringError(
                "\(place): expected an event's insights, found something else",
                remedy:
                    "give what /event/<key>/insights answers; matches go to --from")
        }
        let insights: EventInsights
        do throws(MatchError) {
            insights = try EventInsights.decode(json)
        } catch {
            throw AuthoringError(
                "\(place): \(error)",
                remedy: "give what /event/<key>/insights of the API answers")
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
        throw AuthoringError(
            "\(place): expected a match of \(year), found \(key.prefix(100))",
            remedy: "a season is made of its own matches: take some of \(year), or run this for "
                + "\(found)")
    }

    private static func broken(_ error: MatchError, _ place: String) -> AuthoringError {
        AuthoringError(
            "\(place): \(error)",
            remedy: "give matches as The Blue Alliance's API v3 has them: /match/<key>")
    }

    /// The key as a file's name; the other name where the key cannot be one.
    private static func name(_ key: String, else name: String) -> String {
        key.contains("/") || BundlePath("\(BundleFile.samples)/\(key).json") == nil ? name : key
    }

    /// The members that a sample needs, in the order that all samples have.
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
