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
            return try TableSource.decode(isBare ? match("", around: json) : json, year: year)
        } catch {
            throw .shape(error)
        }
    }

    /// Reads the only match, or the only insights, of a text.
    ///
    /// - Parameter year: the season of a match that does not name its own.
    package static func only(
        in text: [UInt8], of year: Int? = nil
    ) throws(InputProblem) -> TableSource {
        let kind = text.withUnsafeBufferPointer { InputBegin($0).otherKind }
        if let kind { throw InputProblem(.notJSON, "expected a match in JSON, found \(kind)") }
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(text, limits: .match)
        } catch {
            throw InputProblem(.notJSON, error.description)
        }
        var known = KnownContext()
        let values = try known.values(in: json)
        guard values.count == 1 else {
            throw InputProblem(.notAMatch, "expected one match, found \(values.count)")
        }
        do throws(InputValueError) {
            let isBare = isBareBreakdown(values[0])
            return try decode(
                try known.match(values[0], year: year), year: isBare ? year : nil)
        } catch {
            throw InputProblem(error.kind, error.description)
        }
    }

    /// Whether a value is a score breakdown without its match.
    static func isBareBreakdown(_ json: JSON) -> Bool {
        guard json["key"] == nil, json["alliances"] == nil, json["score_breakdown"] == nil else {
            return false
        }
        return json["red"]?.objectValue != nil || json["blue"]?.objectValue != nil
    }

    /// A match without other facts.
    static func match(_ key: String, around breakdown: JSON) -> JSON {
        ["key": .string(key), "comp_level": "Score Breakdown", "score_breakdown": breakdown]
    }
}

/// Why a value cannot be shown.
package enum InputValueError: Error, CustomStringConvertible {
    /// It has the keys of a match or insights, but not their form.
    case shape(MatchError)
    /// Nothing says to which season a bare score breakdown belongs.
    case season
    /// Nothing says to which season scores of FIRST's API belong.
    case seasonOfScores

    /// The kind of problem.
    var kind: InputProblem.Kind {
        switch self {
        case .shape: .notAMatch
        case .season, .seasonOfScores: .noSeason
        }
    }

    /// `expected …, found …`.
    package var description: String {
        switch self {
        case .shape(let error): "\(error)"
        case .season: "score breakdown: expected a match around it, or its season with --year"
        case .seasonOfScores:
            "scores of FIRST's API: expected their season, found none; name it with --year"
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

/// The answer that a server gives instead of a match: `{"Error": "…"}`.
struct ServiceError: CustomStringConvertible {
    private let text: String
    private let isOfTheBlueAlliance: Bool

    /// Recognises the answer.
    ///
    /// - Parameter json: any value; the result is nil if it is something else.
    init?(_ json: JSON) {
        guard case .object(let object) = json, object["key"] == nil else { return nil }
        isOfTheBlueAlliance = object["Error"] != nil
        for name in ["Error", "error", "errors", "Errors", "message", "Message", "detail"] {
            if let text = Self.text(object[name]) {
                self.text = text
                return
            }
        }
        return nil
    }

    /// The sentence of an error: a text, the first one of a list, or an object with one.
    private static func text(_ json: JSON?) -> String? {
        switch json {
        case .string(let text)?: text
        case .array(let list)?: list.first?.stringValue ?? list.first?["message"]?.stringValue
        case .object(let object)?: object["message"]?.stringValue
        default: nil
        }
    }

    /// What happened, and what to do.
    var description: String {
        let server = isOfTheBlueAlliance ? "The Blue Alliance" : "the server"
        return "\(server) answered with an error instead of a match: \(text); \(remedy)"
    }

    private var remedy: String {
        guard isOfTheBlueAlliance else { return "ask it again for the match, and save its answer" }
        if text.hasPart("X-TBA-Auth-Key") {
            return "send a read key; https://www.thebluealliance.com/account makes one"
        }
        if text.hasPart("exist") || text.hasPart("not a valid") {
            return "correct the key: matches have keys such as 2024necmp_f1m1"
        }
        return "see https://www.thebluealliance.com/apidocs"
    }
}
