import BundleFormat
import TUF

extension RepositoryHistory {
    /// The last words about seasons that a still trusted key has signed and that were live, with the version of their state.
    func lastWords(of years: Set<BundleYear>) -> [BundleYear: SeasonWord] {
        var words: [BundleYear: SeasonWord] = [:]
        for entry in entries where entry.isStillTrusted && entry.wasLive {
            for (year, bundle) in entry.bundles where years.contains(year) {
                words[year] = SeasonWord(bundle)
                words[year]?.signedVersion = entry.since.unixSeconds
            }
        }
        return words
    }
}
