import BundleFormat
import SeasonAuthoring
import TUF

/// Everything that a command decides from; the only part of a publish that reads the disk and the network.
package struct PublishFacts {
    let place: any PublishDestination
    let configuration: HomeConfiguration
    package let repository: LiveRepository
    /// The time when the newest root expires: nothing that is published is valid longer.
    package let rootExpires: UTCTime
    let now: UTCTime
    /// Whether the online key is at hand, or none is needed because nothing is written.
    let canSign: Bool
    /// The version of the state that is signed: the clock's second, or the next free one.
    let version: Int64
    /// What the command is given of each season; nil if it is given what live was given.
    var given: [BundleYear: GivenSeason]?
    /// Every content that is known of the seasons that decisions are about.
    private(set) var known: [BundleYear: [KnownContent]] = [:]
    /// The SHA-256 of the zips of such contents that are whole in the repository.
    private(set) var zipsThere: Set<String> = []

    package var live: LiveState? { repository.live }
    var record: SignedRecord { repository.record }

    /// Reads home and repository; throws if the key is not the newest root's, or the clock is years off.
    init(_ command: Publisher, isForced: Bool) throws(PublishError) {
        (place, now) = (command.destination, command.now)
        configuration = try HomeConfiguration.read(command.home)
        repository = try LiveRepository(
            command.destination, home: command.home, roots: command.roots,
            isRehearsal: command.isRehearsal, now: command.now)
        if let key = command.key {
            try repository.roots.requireOnlineKey(key, now: command.now)
        }
        canSign = command.key != nil || command.isDryRun
        rootExpires = try repository.roots.next().expires
        let newest = repository.live?.newestVersion
        try PublishClock.check(
            newest: newest, rootExpires: rootExpires, now: now, isForced: isForced)
        version = try Self.freeVersion(
            from: max(now.unixSeconds, (newest ?? 0) + 1, (repository.before.first ?? 0) + 1),
            in: place)
    }

    private static func freeVersion(
        from first: Int64, in place: any PublishDestination
    ) throws(PublishError) -> Int64 {
        guard !(place is Site), try place.exists() else { return first }
        var version = first
        while version < first + PublishClock.slackSeconds {
            let targets = try place.lengthBytes(of: "metadata/\(version).targets.json")
            let snapshot = try place.lengthBytes(of: "metadata/\(version).snapshot.json")
            if targets == nil, snapshot == nil { break }
            version += 1
        }
        return version
    }

    /// Looks at all contents of a season that a decision is about, or may be.
    mutating func look(
        at year: BundleYear, _ contents: [KnownContent]? = nil
    ) throws(PublishError) {
        let contents = contents ?? repository.known(year)
        known[year] = ((known[year] ?? []) + contents).withoutRepeats
        for content in contents where !zipsThere.contains(content.zip.sha256) {
            if try place.hasWhole(content.zip, year) { zipsThere.insert(content.zip.sha256) }
        }
    }

    /// Looks at the seasons whose given content some decision replaces or recalls.
    ///
    /// A season that may not be replaced keeps the content that live was given.
    mutating func lookAtDecided() throws(PublishError) {
        let decisions = repository.decisions
        func isDecided(_ year: BundleYear, _ version: ContentVersion?) -> Bool {
            guard let version else { return false }
            return decisions.end(year, from: version) != .content(version)
                || decisions.isRecalled(year, version)
        }
        for year in Set(record.given.keys).union((given ?? [:]).keys).sorted()
        where isDecided(year, record.given[year]?.version)
            || isDecided(year, given?[year]?.content?.version)
        {
            try look(at: year)
        }
        for year in decisions.named.keys where known[year] == nil {
            known[year] = repository.known(year)
        }
    }

    /// The facts about the live state that an offering follows from.
    func offering(_ record: SignedRecord) -> Offering.Facts {
        var facts = Offering.Facts(record: record, version: version)
        facts.live = live?.bundles ?? [:]
        facts.withdrawn = live?.recalls.withdrawn ?? []
        (facts.known, facts.zipsThere) = (known, zipsThere)
        for year in facts.live.keys {
            facts.known[year] = ((known[year] ?? []) + (live?.contents(year) ?? [])).withoutRepeats
        }
        return facts
    }
}

struct GivenSeason {
    /// The content; nil if the season is gone.
    var content: KnownContent?
    /// Its zip, if the repository lacks it.
    var zip: [UInt8]?
    /// Where it is from, compared with live.
    var claim: Guard.Claim
}
