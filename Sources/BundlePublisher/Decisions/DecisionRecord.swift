import BundleFormat

/// Remembers what we decided and signed in each repository of a home.
///
/// Normally the signed metadata decides, and this record only adds recalls that an older copy of a directory has
/// lost. After the online key was replaced, the metadata may be a thief's. Then this record says what was ours.
/// The record is public. People commit it to version control, as they do with the roots.
package struct DecisionRecord: Equatable {
    /// What was last signed and decided, by place and season.
    var places: [String: [BundleYear: SeasonWord]] = [:]
    /// What was live in each place after its words changed last.
    ///
    /// It is written after the publish is live. If the command is killed before that, nothing is signed a
    /// second time.
    var signed: [String: SignedState] = [:]
    /// What a command is about to sign in each place.
    ///
    /// It is written before the publish is live. When the publish is live, it replaces the words.
    var pending: [String: PendingWords] = [:]
    /// The versions of commands that were cut off before their timestamp, newer than what is live.
    ///
    /// The place may hold what they signed, but they have decided nothing.
    var killed: [String: [Int64]] = [:]
    /// The contents that commands of this home have published from a folder or from another repository, newest first.
    ///
    /// They are ours in every place. Whatever else a place has offered may be a thief's.
    var published: [BundleYear: [ContentVersion]] = [:]

    /// The most contents of a season that we remember as ours.
    ///
    /// A rollback goes back by one or two.
    static let publishedMax = 64

    /// The most commands of a place that we remember as cut off.
    ///
    /// Each is the work of a person or a cron job that failed.
    static let killedMax = 64

    /// The most places in one record.
    ///
    /// The limit stops a script that invents names.
    static let placesMax = 64

    /// True if a command of this home has published a content of a season.
    ///
    /// What only another checkout has published, and has not committed, may be a thief's.
    func isOurs(_ version: ContentVersion, of year: BundleYear) -> Bool {
        published[year]?.contains(version) ?? false
    }

    /// Remembers contents as ours.
    mutating func addPublished(_ versions: [BundleYear: ContentVersion]) {
        for (year, version) in versions where published[year]?.first != version {
            let before = (published[year] ?? []).filter { $0 != version }
            published[year] = [version] + before.prefix(Self.publishedMax - 1)
        }
    }

    /// The words for a place.
    ///
    /// An unknown place is either a known one under another name (another checkout, a directory that was
    /// moved), or a new one of the same home. Recalls hold everywhere, so they come from all places. The other
    /// words come only from a place that has exactly what is live here.
    ///
    /// - Parameters:
    ///   - place: its name, the same from every working directory.
    ///   - live: what is live there.
    /// - Returns: the words by season.
    func words(
        at place: String, beside live: [BundleYear: TargetCustom]
    ) -> [BundleYear: SeasonWord] {
        if let known = places[place] { return known }
        var words: [BundleYear: SeasonWord] = [:]
        for known in places.sorted(by: { $0.key < $1.key }).map(\.value) {
            for (year, word) in known {
                if let custom = word.bundle?.custom, custom == live[year] {
                    let others = words[year]?.recalled ?? []
                    words[year] = word.adding(recalls: others.filter { $0 != custom.version })
                } else {
                    var mine = (words[year] ?? SeasonWord()).adding(recalls: word.recalled)
                    mine.lastChosen = mine.lastChosen ?? word.bundleOfOurs
                    words[year] = mine
                }
            }
        }
        return words
    }

    /// Adds what is about to be signed in a place.
    ///
    /// A season that is no longer offered stays if we decided something about it, or if somebody else has removed it: it
    /// may come back.
    ///
    /// - Parameters:
    ///   - forms: everything that is signed.
    ///   - published: the contents that come from a folder or from another repository.
    ///   - again: the seasons that a person named to be offered although their content was rolled back.
    ///   - live: what is signed until now; nil if none of that counts.
    ///   - place: the place's name.
    ///   - state: the root and the version that it is signed under.
    /// - Throws: ``PublishError`` if there are too many places.
    mutating func add(
        _ forms: SeasonForms, publishing published: [BundleYear: ContentVersion] = [:],
        again: Set<BundleYear> = [], over live: [BundleYear: TargetCustom]?, at place: String,
        signedAs state: SignedState
    ) throws(PublishError) {
        let bundles = forms.newest
        try requireRoom(for: place)
        // The first word about a place under this name: what was known of it stays known.
        let before = words(at: place, beside: live ?? [:])
        var words = before.filter { year, word in
            bundles[year] != nil || word.isDecision || live.map { $0[year] == nil } ?? false
        }
        // What somebody else has removed, this command does not end, unless it is a decision.
        for (year, word) in words where bundles[year] == nil && word.isDecision {
            words[year]?.endOffer(in: state.version)
        }
        for (year, bundle) in bundles {
            if let live {
                // A decision between two keys is newer than what is signed only until a state says it.
                let isUnsigned = words[year]?.signedVersion == SeasonWord.unsigned
                guard bundle.custom != live[year] || isUnsigned else {
                    if words[year]?.agrees(with: bundle.custom) == true {
                        words[year]?.removedVersion = nil
                        words[year]?.signedVersion = state.version
                    }
                    continue
                }
                words[year] = (before[year] ?? SeasonWord()).after(
                    signing: bundle, beside: forms.older[year] ?? [], over: live[year],
                    isOurs: published[year] == bundle.custom.version
                        || isOurs(bundle.custom.version, of: year),
                    isNamed: published[year] == nil || again.contains(year))
            } else {
                words[year] = SeasonWord(bundle)
                words[year]?.older = forms.older[year] ?? []
            }
            words[year]?.signedVersion = state.version
        }
        // Only this member tells what a killed command has left from what somebody has put an old timestamp over.
        pending[place] = PendingWords(state, words: words, published: published)
    }

    /// Adds what a command has asked for and found signed.
    ///
    /// - Parameters:
    ///   - affirmed: each season's entry as it would be without that.
    ///   - published: what is signed.
    ///   - forms: the forms of lower levels beside it.
    ///   - live: the entries that are live.
    ///   - place: the place's name.
    ///   - state: the state that says it.
    mutating func affirm(
        _ affirmed: [BundleYear: TargetCustom], in published: [BundleYear: PublishedBundle],
        beside forms: [BundleYear: [PublishedBundle]], over live: [BundleYear: TargetCustom],
        at place: String, signedAs state: SignedState
    ) {
        var words = self.words(at: place, beside: live)
        for (year, old) in affirmed {
            guard let bundle = published[year] else { continue }
            let before = words[year]
            var word = (before ?? SeasonWord()).after(
                signing: bundle, beside: forms[year] ?? [], over: old,
                isOurs: isOurs(bundle.custom.version, of: year))
            word.signedVersion = before?.signedVersion
            guard word != before else { continue }
            word.signedVersion = state.version
            words[year] = word
            places[place] = words
            if signed[place]?.isBefore(state) ?? true { signed[place] = state }
        }
    }

    /// The words for a place as they will be when the pending publish is live.
    func wordsToCome(at place: String) -> [BundleYear: SeasonWord] {
        pending[place]?.words ?? places[place] ?? [:]
    }

    /// The seasons that the last command has rolled back, if it was cut off after its state was live.
    ///
    /// Whoever gave that command does not know that it has succeeded.
    ///
    /// - Parameters:
    ///   - place: the place's name.
    ///   - live: the state under which the place is signed now.
    /// - Returns: the seasons; none if no command was cut off, or its state is not live.
    func rolledBackUnheard(at place: String, live: SignedState?) -> Set<BundleYear> {
        guard let command = pending[place], command.state == live else { return [] }
        let changed = command.words.filter { year, word in
            let before = places[place]?[year]?.rolledBack ?? []
            return word.rolledBack.contains { !before.contains($0) }
        }
        return Set(changed.keys)
    }

    /// Counts what a command was about to sign as signed, unless the live state is older.
    ///
    /// - Parameters:
    ///   - place: the place's name.
    ///   - live: the state under which the place is signed now; nil if it is unknown. Then a person's
    ///     decision counts.
    ///   - pendingWasLive: whether the place shows that the command's state was live before.
    mutating func settle(_ place: String, live: SignedState?, pendingWasLive: Bool) {
        if let live {
            let left = (killed[place] ?? []).filter { $0 > live.version }
            killed[place] = left.isEmpty ? nil : left
        }
        guard let command = pending.removeValue(forKey: place) else { return }
        // A first publish that is killed leaves its files, too, and nothing is live.
        if live?.isBefore(command.state) ?? !pendingWasLive {
            killed[place, default: []].append(command.state.version)
            killed[place] = killed[place]?.suffix(Self.killedMax)
            guard live == nil else { return }
        }
        // Somebody has signed past it: only what was live counts.
        if let live, live != command.state, !pendingWasLive { return }
        places[place] = command.words
        addPublished(command.published)
    }

    /// Throws if there are too many places.
    func requireRoom(for place: String) throws(PublishError) {
        let known = Set(places.keys).union(pending.keys)
        guard known.contains(place) || known.count < Self.placesMax else {
            throw .home(.recordIsFull(placesMax: Self.placesMax))
        }
    }
}
