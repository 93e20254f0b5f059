import BreakdownRenderer
import BundleFormat

/// The descriptions that this run has needed so far, each read and compiled once.
struct Seasons {
    private struct Wanted: Hashable {
        let year: Int
        let subject: Subject
    }

    private let sources: [BundleSource]
    private var known: [Wanted: SeasonBundle?] = [:]

    /// Starts with none.
    ///
    /// - Parameter sources: where to look, the best first.
    init(sources: [BundleSource]) {
        self.sources = sources
    }

    /// Every season that a source has, in order.
    var years: [BundleYear] {
        Set(sources.flatMap { $0.years }).sorted()
    }

    /// The description of a season from the first source that has one fit for use.
    ///
    /// - Parameters:
    ///   - number: the year.
    ///   - subject: of what.
    ///   - unusable: called with each one passed over, once a run.
    /// - Returns: the description with its origin, or nil where no source has one.
    mutating func bundle(
        _ number: Int, _ subject: Subject = .match, unusable: (SeasonBundleError) -> Void
    ) -> SeasonBundle? {
        let wanted = Wanted(year: number, subject: subject)
        if let known = known[wanted] { return known }
        let bundle = BundleYear(number).flatMap { find($0, subject, unusable) }
        known[wanted] = .some(bundle)
        return bundle
    }

    private func find(
        _ year: BundleYear, _ subject: Subject, _ unusable: (SeasonBundleError) -> Void
    ) -> SeasonBundle? {
        for source in sources {
            do {
                if let bundle = try SeasonBundle.read(year, subject, from: source) {
                    return bundle
                }
            } catch {
                unusable(error)
            }
        }
        return nil
    }
}
