import BreakdownRenderer
import BundleFormat
import JSON

/// A real match, or an event's statistics, that somebody gave to start a season from.
struct GivenMatch {
    /// Its key: `2027abc_qm1`; of statistics, the event's.
    let key: String
    /// The name of the sample it becomes.
    let name: String
    /// The value without what no description uses: times, videos.
    let json: JSON

    /// Takes a match.
    ///
    /// - Parameters:
    ///   - json: the value as it was given.
    ///   - place: where, for messages.
    ///   - year: the season that it has to be of.
    /// - Throws: ``PublishError`` where it is none, one of another season, or one without a breakdown.
    init(match json: JSON, at place: String, of year: BundleYear) throws(PublishError) {
        guard !EventInsights.looksLike(json) else {
            throw .failed(
                "\(place): expected a match, found an event's insights",
                remedy: "give it with --insights")
        }
        let match: Match
        do {
            match = try Match.decode(json)
        } catch {
            throw .failed(
                "\(place): \(error)",
                remedy:
                    "expected are matches as The Blue Alliance's API v3 gives them: /match/<key>")
        }
        try Self.expect(match.year, of: year, match.key, place)
        let sides = ["red", "blue"].compactMap { json["score_breakdown"]?[$0]?.objectValue }
        guard sides.contains(where: { !$0.isEmpty }) else {
            throw .failed(
                "\(place): expected a score breakdown in \(match.key), found none",
                remedy: "leave it out: take matches that were played and scored")
        }
        key = match.key
        name = Self.name(match.key, else: "match")
        self.json = Self.kept(json)
    }

    /// Takes an event's statistics; the same errors as for matches.
    init(insights json: JSON, at place: String, of year: BundleYear) throws(PublishError) {
        let insights: EventInsights
        do {
            guard EventInsights.looksLike(json) else {
                throw PublishError.failed(
                    "\(place): expected an event's insights, found something else",
                    remedy: "expected is what /event/<key>/insights gives; matches go to --from")
            }
            insights = try EventInsights.decode(json)
        } catch let error as PublishError {
            throw error
        } catch {
            throw .failed(
                "\(place): \(error)",
                remedy: "expected is what /event/<key>/insights of the API gives")
        }
        try Self.expect(insights.year, of: year, insights.eventKey, place)
        key = insights.eventKey
        name = Self.name("\(insights.eventKey)_insights", else: "insights")
        self.json = json
    }

    private static func expect(
        _ found: Int, of year: BundleYear, _ key: String, _ place: String
    ) throws(PublishError) {
        guard found != year.number else { return }
        throw .failed(
            "\(place): expected a match of \(year), found \(key.prefix(100))",
            remedy:
                "a season is made of its own matches: take some of \(year), or run this for \(found)"
        )
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
