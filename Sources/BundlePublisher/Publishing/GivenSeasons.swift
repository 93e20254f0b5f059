import BundleFormat
import SeasonAuthoring
import TUF

/// Finds the content of each season that a publish is given, and compares its commit with the live one.
///
/// Source files that a known content was compiled from give that content: they are neither checked nor packed.
struct GivenSeasons {
    let seasons: SeasonSet
    let recompiles: Bool

    /// The years that must be packed: their source files are known of no content that may be taken for them.
    func unknown(in repository: LiveRepository) -> [BundleYear] {
        seasons.seasons.values.filter { recompiles || match($0, repository) == nil }.map(\.year)
    }

    /// Everything that is given; also years that only live has.
    ///
    /// - Parameter packed: what was packed before; more is packed if it is needed.
    func find(
        _ facts: PublishFacts, packed: [BundleYear: PackedSeason]
    ) throws(PublishError) -> [BundleYear: GivenSeason] {
        var packed = packed
        var contents: [BundleYear: (content: KnownContent, zip: [UInt8]?)] = [:]
        for season in seasons.seasons.values.sorted(by: { $0.year < $1.year }) {
            contents[season.year] = try content(season, facts, &packed)
        }
        let record = facts.record
        let years = Set(contents.keys).union(record.given.keys).union(record.removed.keys).sorted()
        let found = contents
        let claims = concurrently(years) { year in
            Result { () throws(PublishError) in
                try claim(
                    year, found[year]?.content,
                    live: record.given[year] ?? record.removed[year],
                    isRemoved: record.given[year] == nil)
            }
        }
        var given: [BundleYear: GivenSeason] = [:]
        for (year, claim) in zip(years, claims) {
            given[year] = GivenSeason(
                content: contents[year]?.content, zip: contents[year]?.zip, claim: try claim.get())
        }
        return given
    }

    // MARK: - Contents

    /// The known content that was compiled from these files; nil if none may be taken for them.
    private func match(_ season: SeasonSet.Season, _ repository: LiveRepository) -> KnownContent? {
        let decisions = repository.decisions
        return repository.known(season.year).first { content in
            guard content.source == season.hash else { return false }
            // A thief may have signed which files a content is of. After a rotation we believe it only of what is taken away.
            return repository.choice != .list || decisions.takesAway(season.year, content.version)
        }
    }

    private func content(
        _ season: SeasonSet.Season, _ facts: PublishFacts,
        _ packed: inout [BundleYear: PackedSeason]
    ) throws(PublishError) -> (KnownContent, [UInt8]?) {
        let (year, place) = (season.year, facts.place)
        let known = match(season, facts.repository)
        if let known, !recompiles, try place.has(known.zip, year) { return (known, nil) }
        if packed[year] == nil { packed.merge(try seasons.pack([year])) { $1 } }
        guard let new = packed[year] else { throw PublishError("\(year): expected a season") }
        if let known, known.version != new.version,
            facts.repository.decisions.takesAway(year, known.version)
        {
            guard !recompiles else { throw Self.taken(year, known.version) }
            return (known, nil)
        }
        // Another version of zlib packs other bytes: the published zip stays.
        let same = facts.repository.known(year).first { $0.version == new.version }
        var content = KnownContent(new.stored, since: facts.version, source: season.hash)
        if var same, try place.has(same.zip, year) {
            same.source = season.hash
            return (same, nil)
        }
        content.begun = same?.begun
        return (content, new.zip)
    }

    private static func taken(_ year: BundleYear, _ version: ContentVersion) -> PublishError {
        PublishError(
            "\(year): expected a content that may be compiled anew, found that \(version.short) is rolled back "
                + "or recalled, so that other bytes of the same files would bring it back",
            remedy: "\(.again(year)) or \(.lift(year, version)) first, or correct the season")
    }

    // MARK: - Commits

    private func claim(
        _ year: BundleYear, _ content: KnownContent?, live: KnownContent?, isRemoved: Bool
    ) throws(PublishError) -> Guard.Claim {
        var claim = Guard.Claim(version: content?.version)
        guard let git = seasons.git, content != nil || !isRemoved else { return claim }
        let season = seasons.seasons[year]
        let last = try git.lastCommit(ofSeasons: season?.folders ?? ["\(year)"])
        if season?.isCommitted ?? true { claim.commit = last?.id }
        claim.base = last?.id ?? git.head
        claim.isCut = last?.isCut ?? false
        guard let theirs = live?.commit else { return claim }
        if content?.version == live?.version, !isRemoved {
            if let commit = claim.commit, commit != theirs {
                claim.isContainedInLive = try git.commit(theirs, contains: commit) == true
            }
        } else if content == nil, last == nil {
            claim.containsLive = false
        } else if let base = claim.base {
            claim.containsLive = try git.commit(base, contains: theirs)
        }
        return claim
    }
}

extension Decisions {
    func takesAway(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        isRecalled(year, version) || isReplaced(year, version)
    }
}
