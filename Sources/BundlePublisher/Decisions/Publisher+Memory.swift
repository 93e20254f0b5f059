import BundleFormat
import SeasonAuthoring
import TUF

extension Publisher {
    /// The seasons where what is live rules.
    ///
    /// - Parameters:
    ///   - contents: the seasons of the folder.
    ///   - published: what is live.
    ///   - memory: what was decided about seasons that are not live.
    /// - Returns: the seasons.
    /// - Throws: ``PublishError/season(_:)`` where one of them comes back with what is recalled.
    func continued(
        _ contents: [BundleYear: PackedSeason], _ published: [BundleYear: PublishedBundle],
        _ memory: [BundleYear: SeasonWord]
    ) throws(PublishError) -> SeasonFacts {
        var facts = SeasonFacts(contents: contents)
        for (year, season) in contents.sorted(by: { $0.key < $1.key }) {
            let word = published[year].map { SeasonWord($0) } ?? memory[year] ?? SeasonWord()
            // What is recalled, too, is refused.
            if word.rolledBack.contains(season.version), !again.contains(year),
                !word.recalled.contains(season.version),
                published[year]?.custom.version != season.version
            {
                facts.contents?[year] = nil
                facts.kept[year] = published[year]?.custom.version
                facts.revision.notes.append(.rolledBack(year))
            } else if published[year] == nil, word.isDecision {
                try refuseRecalled(season.version, of: year, by: word.recalled)
                facts.entries[year] = TargetCustom(
                    year: year, version: season.version, published: now.description,
                    rollout: terms.rollout, recalled: word.recalled, commit: terms.commit)
            }
        }
        for (year, bundle) in published.sorted(by: { $0.key < $1.key })
        where contents[year] == nil && !bundle.custom.recalled.isEmpty {
            facts.kept[year] = bundle.custom.version
            facts.revision.notes.append(.keptForRecalls(year))
        }
        return facts
    }

    /// What was decided about seasons that are not live, and were once.
    ///
    /// - Parameters:
    ///   - live: the repository.
    ///   - added: the seasons.
    ///   - roots: our chain.
    /// - Returns: the words by season; of the home's record, else of what the directory still holds.
    /// - Throws: ``PublishError``.
    func memory(
        of live: LiveRepository?, _ added: Set<BundleYear>, _ roots: RootChain
    ) throws(PublishError) -> [BundleYear: SeasonWord] {
        guard let live, !added.isEmpty else { return [:] }
        var words: [BundleYear: SeasonWord] = [:]
        if destination.canList {
            words = try RepositoryHistory.read(destination, roots: roots, live: live)
                .lastWords(of: added)
        }
        for (year, word) in try record().places[destination.identity] ?? [:]
        where added.contains(year) {
            words[year] = word
        }
        return words
    }
}

extension RepositoryHistory {
    /// What was signed last of seasons, by a key that is still trusted.
    ///
    /// - Parameter years: the seasons.
    /// - Returns: the words of those that were offered once.
    func lastWords(of years: Set<BundleYear>) -> [BundleYear: SeasonWord] {
        var words: [BundleYear: SeasonWord] = [:]
        for entry in entries where entry.isStillTrusted {
            for (year, bundle) in entry.bundles where years.contains(year) {
                words[year] = SeasonWord(bundle)
            }
        }
        return words
    }
}
