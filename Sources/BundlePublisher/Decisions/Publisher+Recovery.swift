import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// What a publish makes of the folder of seasons: what is packed, what stays, what is signed about it.
struct SeasonFacts {
    /// The seasons to pack from; nil where what is live stays.
    var contents: [BundleYear: PackedSeason]?
    /// Entries that are signed as they are here, and a word about some.
    var revision = EntryRevision()
    /// What is signed about seasons that are packed; what is not here follows from what is live.
    var entries: [BundleYear: TargetCustom] = [:]
    /// The seasons that stay as they are published.
    var kept: [BundleYear: ContentVersion] = [:]
    /// Forms of lower levels that are signed again beside what is packed or stays.
    var older: [TargetFile] = []
}

extension Publisher {
    /// The seasons where nothing that is live counts.
    ///
    /// - Parameters:
    ///   - contents: the seasons of the folder.
    ///   - words: what we had decided.
    ///   - live: what the replaced key has signed; none where nothing is live.
    /// - Returns: the seasons.
    /// - Throws: ``PublishError/season(_:)`` where nothing is known that may be shown of one.
    func recovered(
        _ contents: [BundleYear: PackedSeason], _ words: [BundleYear: SeasonWord],
        _ live: [BundleYear: TargetCustom]
    ) throws(PublishError) -> SeasonFacts {
        let plan = Recovery(
            folder: contents.mapValues(\.version), words: words, live: live, again: again,
            terms: terms, place: place, now: now
        ).plan()
        var facts = SeasonFacts(contents: contents)
        facts.revision.notes = plan.notes
        for (year, step) in plan.steps.sorted(by: { $0.key < $1.key }) {
            switch step {
            case .pack(let entry): facts.entries[year] = entry
            case .keep(let bundle, let reason):
                guard try isWhole(bundle) else {
                    throw .season(.notRecoverable(year, shown: bundle.custom.version, reason))
                }
                facts.contents?[year] = nil
                facts.kept[year] = bundle.custom.version
                facts.revision.bundles[year] = bundle
            case .refuse(let reason):
                let word = words[year]
                let shown = word?.isChosen == true ? word?.bundle?.custom.version : nil
                throw .season(.notRecoverable(year, shown: shown, reason))
            }
        }
        for (year, word) in words {
            let format = contents[year]?.format
            let entry =
                facts.revision.bundles[year]?.custom
                ?? format.flatMap { facts.entries[year]?.with(format: $0) }
            guard let entry else { continue }
            facts.older += try older(word, beside: entry)
        }
        return facts
    }

    /// The forms of lower levels that we had signed of a season, as far as their zips are there.
    private func older(
        _ word: SeasonWord, beside entry: TargetCustom
    ) throws(PublishError) -> [TargetFile] {
        var targets: [TargetFile] = []
        for form in word.older where form.custom.format < entry.format {
            guard try isWhole(form) else { continue }
            targets.append(
                form.signed(
                    published: form.custom.published, rollout: form.custom.rollout,
                    recalled: entry.recalled, rolledBack: entry.rolledBack
                ).target)
        }
        return targets
    }

    /// Whether a bundle's zip is in the directory, and is what we signed, down to the last byte.
    private func isWhole(_ bundle: PublishedBundle) throws(PublishError) -> Bool {
        guard try destination.exists() else { return false }
        var zip: [UInt8] = []
        let request = FetchRequest(
            base: .targets, path: String(bundle.zipPath.dropFirst("targets/".count)),
            lengthBytesMax: bundle.target.lengthBytes)
        do throws(FetchError) {
            let outcome = try destination.fetcher.fetch(request) { (piece) throws(FetchError) in
                zip.append(contentsOf: piece)
            }
            guard case .found = outcome else { return false }
        } catch {
            if case .tooLong = error { return false }
            throw .place(destination.name, .transfer(error))
        }
        guard ContentHasher.hex(of: zip) == bundle.target.sha256 else { return false }
        let contents = try? Unpacker.contents(
            of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        return contents != nil
    }

    /// What an edit decides while the key was replaced that has signed what is live.
    func decision(
        _ live: LiveRepository?, _ published: [BundleYear: PublishedBundle], _ roots: RootChain
    ) throws(PublishError) -> Decision? {
        guard case .edited(let edit) = content else { return nil }
        var contents = published.mapValues { Set($0.custom.recalled + [$0.custom.version]) }
        if let live {
            let history = try RepositoryHistory.read(destination, roots: roots, live: live)
            for (year, bundle) in history.entries.flatMap(\.bundles) {
                contents[year, default: []].insert(bundle.custom.version)
            }
        }
        let words = try record().words(
            at: destination.identity, beside: published.mapValues(\.custom))
        for (year, word) in words {
            contents[year, default: []].formUnion(word.recalled)
            if let bundle = word.bundle {
                contents[year, default: []].insert(bundle.custom.version)
            }
        }
        return try edit.decision(by: Memory(words: words, contents: contents, now: now))
    }

    /// Remembers a decision that nothing is signed of yet.
    func remember(_ decision: Decision) throws(PublishError) {
        let identity = destination.identity
        try DecisionFile(home: home).update { (record) throws(PublishError) in
            try record.requireRoom(for: identity)
            if record.places[identity] == nil {
                // The first word about a place under this name: what was known of it stays known.
                record.places[identity] = record.words(at: identity, beside: [:])
            }
            record.places[identity]?[decision.year] = decision.word
        }
    }

    /// The record of this home, as far as it counts.
    package func record() throws(PublishError) -> DecisionRecord {
        try DecisionFile(home: home).read()
    }

    /// Remembers what is about to be signed.
    ///
    /// - Parameters:
    ///   - facts: what it was decided from.
    ///   - prepared: what is about to be written.
    /// - Returns: what a person should know: that it could not be remembered.
    /// - Throws: ``PublishError`` where the record is damaged.
    func remember(
        _ facts: PublishFacts, _ prepared: PreparedPublish
    ) throws(PublishError) -> [PublishNote] {
        guard prepared.targetsAndSnapshot != nil else { return [] }
        guard let forms = try? SeasonForms(prepared.targets) else { return [] }
        let live = facts.isRecovery ? nil : facts.published.mapValues(\.custom)
        let identity = destination.identity
        var record = try record()
        let before = record.places[identity] ?? [:]
        try record.take(forms, over: live, at: identity)
        do throws(PublishError) {
            try DecisionFile(home: home).update { (record) throws(PublishError) in
                try record.take(forms, over: live, at: identity)
            }
            return []
        } catch {
            // A home that is only read publishes as ever; only a decision is worth a word.
            let isNews = (record.places[identity] ?? [:]).contains { year, word in
                word.isDecision
                    && (word.recalled != before[year]?.recalled
                        || word.rolledBack != before[year]?.rolledBack)
            }
            return isNews ? [.notRemembered(error)] : []
        }
    }
}
