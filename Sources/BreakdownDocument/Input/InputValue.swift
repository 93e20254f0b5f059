import BreakdownRenderer
import BundleFormat
import JSON

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
