import BreakdownRenderer
import BundleFormat
import JSON

/// What a sample shows, ready to be rendered again and again.
package enum DecodedSample: Sendable {
    case match(Match)
    case insights(EventInsights)

    /// Reads a match or an event's statistics; nil where the value is neither.
    package init?(_ json: JSON, of year: BundleYear) {
        if EventInsights.looksLike(json) {
            guard let insights = try? EventInsights.decode(json, year: year.number) else {
                return nil
            }
            self = .insights(insights)
        } else {
            guard let match = try? Match.decode(json, year: year.number) else { return nil }
            self = .match(match)
        }
    }

    /// Reads one from a file's bytes; nil where these are neither.
    package init?(_ bytes: [UInt8], of year: BundleYear) {
        guard let json = try? JSON.parse(bytes, limits: .match) else { return nil }
        self.init(json, of: year)
    }

    /// What describes it.
    package var subject: Subject {
        switch self {
        case .match: .match
        case .insights: .insights
        }
    }

    /// Its tables.
    package func rendered(with description: Description?) -> RenderedBreakdown {
        switch self {
        case .match(let match): Renderer().render(match, with: description)
        case .insights(let insights): Renderer().render(insights, with: description)
        }
    }
}
