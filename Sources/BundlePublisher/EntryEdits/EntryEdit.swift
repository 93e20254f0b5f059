import BundleFormat
import SeasonAuthoring
import TUF

/// A change of what is signed about seasons.
///
/// It packs no season and writes only metadata.
package protocol EntryEdit {
    /// Decides the new entries.
    ///
    /// - Parameter live: what is there.
    /// - Returns: the entries that change; none if nothing changes.
    /// - Throws: ``PublishError`` if it cannot be done.
    func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision

    /// Decides without the live metadata, because the key that signed it was replaced.
    ///
    /// The next publish signs the decision.
    ///
    /// - Parameter memory: what is known without the live metadata.
    /// - Returns: the new word about a season; nil if the decision needs the live metadata.
    /// - Throws: ``PublishError`` if it cannot be done.
    func decision(by memory: Memory) throws(PublishError) -> Decision?

    /// The seasons that a person named to be offered although their content was rolled back.
    var again: Set<BundleYear> { get }
}

extension EntryEdit {
    package var again: Set<BundleYear> { [] }
    package func decision(by memory: Memory) throws(PublishError) -> Decision? { nil }
}

/// What the home knows of a repository if the live metadata does not count.
package struct Memory {
    /// What was decided about each season.
    let words: [BundleYear: SeasonWord]
    /// All contents that were ever signed there, by season.
    ///
    /// A person names a content by a few digits; these are the contents to search.
    let contents: [BundleYear: Set<ContentVersion>]
    /// The contents that the live metadata offers, whoever has signed it.
    let published: [BundleYear: ContentVersion]
    /// Where they are published.
    let place: String
    let now: UTCTime

    /// What was decided about a season; an empty word if it is only published.
    ///
    /// - Throws: ``PublishError/season(_:)`` if it is neither: then no publish could sign a word about it.
    func word(_ year: BundleYear) throws(PublishError) -> SeasonWord {
        if let word = words[year] { return word }
        guard published[year] != nil else {
            throw .season(.unpublished(year, place: place, published: published.keys.sorted()))
        }
        return SeasonWord()
    }
}

/// A word about a season that the home remembers.
package struct Decision: Equatable {
    let year: BundleYear
    let word: SeasonWord
}

/// What an edit is decided from.
package struct LiveEntries {
    /// What is offered now.
    let published: [BundleYear: PublishedBundle]
    let destination: any PublishDestination
    /// Reads what was offered before.
    let history: () throws(PublishError) -> RepositoryHistory
    /// Reads what was decided about seasons that are not offered now.
    let memory: (Set<BundleYear>) throws(PublishError) -> [BundleYear: SeasonWord]
    /// Returns false if a content of a season is known to be somebody else's.
    let isOurs: (ContentVersion, BundleYear) -> Bool
    /// What this home has decided about a season, also if somebody else has signed something else since.
    let wordOfOurs: (BundleYear) -> SeasonWord?
    /// Seasons that the command before has rolled back without being able to say so.
    var rolledBackUnheard: Set<BundleYear> = []
    let now: UTCTime

    /// The live entry of a season.
    ///
    /// - Parameter year: the season.
    /// - Returns: the entry.
    /// - Throws: ``PublishError/season(_:)`` if the season is not published.
    func entry(_ year: BundleYear) throws(PublishError) -> PublishedBundle {
        guard let bundle = published[year] else {
            throw .season(
                .unpublished(year, place: destination.name, published: published.keys.sorted()))
        }
        return bundle
    }
}

/// The entries that an edit changes.
package struct EntryRevision {
    /// The new entry of each season that gets one.
    var bundles: [BundleYear: PublishedBundle] = [:]
    /// The entries of seasons that say already what a person asks for, as they would be without it.
    var affirmed: [BundleYear: TargetCustom] = [:]
    /// Zips that come with them, by path below the destination.
    var zips: [String: [UInt8]] = [:]
    /// What a person should know or do next.
    var notes: [PublishNote] = []
}

extension PublishedBundle {
    /// The same zip with something else signed about it.
    ///
    /// - Parameters:
    ///   - published: since when it is offered.
    ///   - rollout: who follows.
    ///   - recalled: contents that no machine may serve.
    ///   - rolledBack: contents that a rollback replaced.
    /// - Returns: the entry.
    package func signed(
        published: String, rollout: Rollout?, recalled: [ContentVersion],
        rolledBack: [ContentVersion]
    ) -> PublishedBundle {
        signed(
            TargetCustom(
                year: custom.year, version: custom.version, published: published,
                rollout: rollout, recalled: recalled, rolledBack: rolledBack,
                commit: custom.commit, format: custom.format))
    }

    /// The same zip with another entry; unchanged if it has that entry already.
    package func signed(_ custom: TargetCustom) -> PublishedBundle {
        guard custom != self.custom else { return self }
        return PublishedBundle(
            target: TargetFile(
                path: target.path, lengthBytes: target.lengthBytes, hashes: target.hashes,
                custom: custom.json),
            custom: custom)
    }
}

extension TargetCustom {
    /// The same for a content of that format.
    package func with(format: Int) -> TargetCustom {
        TargetCustom(
            year: year, version: version, published: published, rollout: rollout,
            recalled: recalled, rolledBack: rolledBack, commit: commit, format: format)
    }
}

/// A content version as a person names it: its first digits, from 6 on, or all 64.
package struct VersionPrefix: Equatable {
    package let digits: String

    /// Checks the digits; nil if they are not hexadecimal, too few or too many.
    package init?(_ text: String) {
        let text = text.lowercased()
        let isHex = text.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
        }
        guard isHex, 6...64 ~= text.utf8.count else { return nil }
        digits = text
    }

    /// True if a version begins with these digits.
    package func matches(_ version: ContentVersion) -> Bool { version.hex.hasPrefix(digits) }
}
