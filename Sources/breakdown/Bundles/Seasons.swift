import BundleFormat

/// The seasons that this run has needed so far, each read and compiled once.
struct Seasons {
    private let sources: [BundleSource]
    private var known: [Int: SeasonBundle?] = [:]

    /// Starts with none.
    ///
    /// - Parameter sources: where to look, the best first.
    init(sources: [BundleSource]) {
        self.sources = sources
    }

    /// The bundle of a season from the first source that has one fit for use.
    ///
    /// - Parameters:
    ///   - number: the year.
    ///   - unusable: called with each bundle passed over, once a run.
    /// - Returns: the bundle, or nil for a season that no source describes.
    mutating func bundle(
        _ number: Int, unusable: (SeasonBundleError) -> Void
    ) -> SeasonBundle? {
        if let known = known[number] { return known }
        let bundle = BundleYear(number).flatMap { find($0, unusable) }
        known[number] = .some(bundle)
        return bundle
    }

    private func find(
        _ year: BundleYear, _ unusable: (SeasonBundleError) -> Void
    ) -> SeasonBundle? {
        for source in sources {
            do {
                if let bundle = try SeasonBundle.read(year, from: source) { return bundle }
            } catch {
                unusable(error)
            }
        }
        return nil
    }
}
