import BundleFormat
import JSON
import Text

/// Reads one value of the input: a match, an event's insights, or a score breakdown without its match.
package enum InputValue {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - year: the season, if the command line names it.
    /// - Returns: what a table is drawn from; a score breakdown becomes a match without other facts.
    package static func decode(_ json: JSON, year: Int?) throws(InputValueError) -> TableSource {
        let isBare = isBareBreakdown(json)
        if isBare, year == nil { throw .season }
        do throws(MatchError) {
            return try TableSource.decode(isBare ? match(around: json) : json, year: year)
        } catch {
            throw .shape(error)
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
package enum InputValueError: Error, CustomStringConvertible {
    /// It has the keys of a match or insights, but not their form.
    case shape(MatchError)
    /// Nothing says to which season a bare score breakdown belongs.
    case season

    /// `expected …, found …`.
    package var description: String {
        switch self {
        case .shape(let error): "\(error)"
        case .season: "score breakdown: expected a match around it, or its season with --year"
        }
    }
}

extension Subject {
    /// The file of a bundle that describes it.
    package var bundleFile: String {
        switch self {
        case .match: BundleFile.description
        case .insights: BundleFile.insights
        }
    }
}

/// A match as FIRST's own API gives it: with its alliances as a list, and without a key.
struct OtherForm: CustomStringConvertible {
    private let name: String

    /// Recognises the form.
    ///
    /// - Parameter json: any value; the result is nil if it is something else.
    init?(_ json: JSON) {
        guard json["key"] == nil else { return nil }
        for list in ["MatchScores", "Matches", "Schedule"] where json[list]?.arrayValue != nil {
            name = list
            return
        }
        let isMatch = ["matchLevel", "tournamentLevel", "matchNumber"].contains { json[$0] != nil }
        guard isMatch, json["alliances"]?.arrayValue != nil || json["teams"]?.arrayValue != nil
        else { return nil }
        name = json["teams"] == nil ? "MatchScores" : "Schedule"
    }

    /// What it is, and what to do.
    var description: String {
        "expected a match of The Blue Alliance's API, found the form of FIRST's own API (\(name));"
            + " ask by the match's key, such as breakdown 2024necmp_f1m1"
    }
}

/// The answer that The Blue Alliance gives instead of a match: `{"Error": "…"}`.
struct ServiceError: CustomStringConvertible {
    private let text: String

    /// Recognises the answer.
    ///
    /// - Parameter json: any value; the result is nil if it is something else.
    init?(_ json: JSON) {
        guard json["key"] == nil, let text = json["Error"]?.stringValue else { return nil }
        self.text = text
    }

    /// What happened, and what to do.
    var description: String {
        "The Blue Alliance answered with an error instead of a match: \(text); \(remedy)"
    }

    private var remedy: String {
        if text.hasPart("X-TBA-Auth-Key") {
            return "send a read key; https://www.thebluealliance.com/account makes one"
        }
        if text.hasPart("exist") || text.hasPart("not a valid") {
            return "correct the key: matches have keys such as 2024necmp_f1m1"
        }
        return "see https://www.thebluealliance.com/apidocs"
    }
}
