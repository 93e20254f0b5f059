import BundleFormat
import TUF

/// Gathers what a publish is decided from, and plans it.
///
/// It writes nothing and signs nothing.
struct PublishGathering {
    let publisher: Publisher
    let survey: PublishSurvey

    /// Reads the home and the destination.
    ///
    /// - Parameter publisher: what is to be published, and where.
    /// - Throws: ``PublishError`` if a part cannot be read or trusted.
    init(_ publisher: Publisher) throws(PublishError) {
        self.publisher = publisher
        survey = try PublishSurvey(of: publisher)
    }

    private var destination: any PublishDestination { publisher.destination }

    /// Plans the publish.
    ///
    /// - Returns: the facts and the plan.
    /// - Throws: ``PublishError`` if the publish must not be made.
    func facts() throws(PublishError) -> PublishFacts {
        if let decision = try decision() { return remembering(decision) }
        var folder: [BundleYear: ContentVersion] = [:]
        if case .seasons(let packed) = publisher.content {
            for season in packed { folder[season.year] = season.version }
        }
        let restored = try RestoredDecisions(
            in: survey, folder: folder, again: publisher.again,
            zips: PublishedZips(destination: destination), history: listedHistory)
        let published = restored.published
        var seasons = try seasons(published)
        restored.add(to: &seasons)
        try checkZips(of: &seasons, published)
        if survey.isMended, let version = survey.live?.role(.snapshot)?.version {
            seasons.revision.notes.append(
                .timestampMended(signedAt: UTCTime(unixSeconds: version)))
        }
        if survey.isRewound { seasons.revision.notes.append(.olderTimestampPutBack) }
        seasons.revision.notes += survey.falseRoots.map { .falseRoot(path: "metadata/\($0)") }
        let plan = try PublishPlanner.plan(
            content: seasons.versions(after: published),
            live: state(published, except: Set(seasons.kept.keys)),
            isFirst: survey.rootsCount == 0,
            revised: Set(seasons.revision.bundles.keys).union(restored.years)
                .union(seasons.lostForms.keys),
            isForced: publisher.isForced, isRewound: survey.isRewound,
            canSign: publisher.key != nil || publisher.isDryRun,
            taken: try RepositoryHistory.versions(in: destination),
            rootExpires: survey.rootExpires, now: publisher.now)
        if !survey.isRecovery { try publisher.place.refuseRecalled(in: plan, published) }
        if publisher.terms.rollout != nil, !plan.hasNewContent {
            seasons.revision.notes.append(.rolloutUnused)
        }
        seasons.revision.notes += publisher.again.filter { folder[$0] == nil }.sorted()
            .map { .againUnused($0) }
        seasons.revision.notes +=
            LevelNotes(
                plan: plan, forms: try? survey.live?.forms(), older: seasons.older,
                formats: seasons.formats
            ).notes
        return PublishFacts(survey: survey, published: published, seasons: seasons, plan: plan)
    }

    // MARK: - A decision that is only remembered

    /// The decision of an edit, if the key that signed the live metadata was replaced; else nil.
    private func decision() throws(PublishError) -> Decision? {
        guard survey.effect == .replacingOnlineKey, case .edited(let edit) = publisher.content
        else { return nil }
        var contents = survey.published.mapValues {
            Set($0.custom.recalled + [$0.custom.version])
        }
        if let live = survey.live {
            for (year, bundle) in try history(live).entries.flatMap(\.bundles) {
                contents[year, default: []].insert(bundle.custom.version)
            }
        }
        let words = survey.record.words(at: survey.identity, beside: survey.entries)
        for (year, word) in words {
            contents[year, default: []].formUnion(word.recalled)
            if let bundle = word.bundle {
                contents[year, default: []].insert(bundle.custom.version)
            }
        }
        return try edit.decision(
            by: Memory(
                words: words, contents: contents,
                published: survey.published.mapValues(\.custom.version),
                place: destination.name, now: publisher.now))
    }

    private func remembering(_ decision: Decision) -> PublishFacts {
        let note = PublishNote.decided(
            record: "\(publisher.home.path)/\(DecisionFile.name)", place: destination.name)
        return PublishFacts(
            survey: survey, published: survey.published,
            seasons: SeasonFacts(revision: EntryRevision(notes: [note])), decision: decision,
            plan: PublishPlan(seasons: [], signing: .nothing, version: 0))
    }

    // MARK: - The seasons

    /// What is packed, what stays, and what is signed about both.
    private func seasons(
        _ published: [BundleYear: PublishedBundle]
    ) throws(PublishError) -> SeasonFacts {
        guard case .seasons(let packed) = publisher.content else {
            return SeasonFacts(revision: try revision(published))
        }
        let folder = Dictionary(uniqueKeysWithValues: packed.map { ($0.year, $0) })
        if survey.effect == .replacingOnlineKey {
            let words = survey.record.words(at: survey.identity, beside: survey.entries)
            guard try survey.isPublishedPast() else {
                return try recovered(folder, words, survey.published)
            }
            // We have already published with a newer key: since then somebody has put this state back.
            var facts = try recovered(folder, words, [:])
            facts.revision.notes.append(.replacedKeyPutBack)
            return facts
        }
        // Another place of the same home counts as another repository.
        guard survey.live != nil else { return try recovered(folder, survey.words, [:]) }
        return try ContinuedSeasons(
            folder: folder, published: published,
            memory: memory(of: Set(folder.keys).subtracting(published.keys)),
            again: publisher.again, terms: publisher.terms, place: publisher.place,
            now: publisher.now
        ).facts()
    }

    private func recovered(
        _ folder: [BundleYear: PackedSeason], _ words: [BundleYear: SeasonWord],
        _ live: [BundleYear: PublishedBundle]
    ) throws(PublishError) -> SeasonFacts {
        let plan = Recovery(
            folder: folder.mapValues(\.version), words: words, live: live,
            carriers: try carriers(for: words.filter { folder[$0.key] == nil }),
            again: publisher.again,
            terms: publisher.terms, place: publisher.place, now: publisher.now
        ).plan()
        return try RecoveredSeasons(
            folder: folder, words: words, live: Set(live.keys), plan: plan,
            zips: PublishedZips(destination: destination)
        ).facts()
    }

    /// The newest content of each season that was offered and that we have recalled: it can carry the recalls of a season that
    /// we have never published.
    private func carriers(
        for words: [BundleYear: SeasonWord]
    ) throws(PublishError) -> [BundleYear: PublishedBundle] {
        let lacking = words.filter { !$0.value.recalled.isEmpty && $0.value.bundleOfOurs == nil }
        guard !lacking.isEmpty, let history = try listedHistory() else { return [:] }
        var carriers: [BundleYear: PublishedBundle] = [:]
        for entry in history.entries where entry.wasLive {
            for (year, word) in lacking {
                guard let bundle = entry.bundles[year],
                    word.recalled.contains(bundle.custom.version)
                else { continue }
                carriers[year] = bundle
            }
        }
        return carriers
    }

    /// The entries that an edit changes; none without an edit.
    private func revision(
        _ published: [BundleYear: PublishedBundle]
    ) throws(PublishError) -> EntryRevision {
        guard let live = survey.live else {
            try LiveRepository.refuseDamaged(
                destination, roots: survey.roots, now: publisher.now)
            throw .place(destination.name, .noTimestamp)
        }
        guard survey.effect != .replacingOnlineKey else {
            throw .place(destination.name, .onlineKeyReplaced)
        }
        guard case .edited(let edit) = publisher.content else { return EntryRevision() }
        return try edit.revision(
            of: LiveEntries(
                published: published, destination: destination,
                history: { () throws(PublishError) in try history(live) },
                memory: { (years) throws(PublishError) in try memory(of: years) },
                isOurs: survey.record.isOurs,
                wordOfOurs: { survey.words[$0] }, rolledBackUnheard: survey.rolledBackUnheard,
                now: publisher.now))
    }

    // MARK: - What was before

    /// What was decided about seasons that were live and are not any more.
    ///
    /// The home's record and the metadata that the directory still holds say it. The newer of both counts, because another
    /// checkout may have decided something since.
    private func memory(
        of years: Set<BundleYear>
    ) throws(PublishError) -> [BundleYear: SeasonWord] {
        guard survey.live != nil, !years.isEmpty else { return [:] }
        let words = try listedHistory()?.lastWords(of: years) ?? [:]
        let newest = survey.record.signed[survey.identity]?.version ?? 0
        return words.merging(survey.words.filter { years.contains($0.key) }) { signed, ours in
            // Known from other places alone: this home has decided nothing here, and recalls hold everywhere.
            guard ours.bundle != nil || ours.signedVersion != nil else {
                return signed.adding(recalls: ours.recalled)
            }
            return ours.signedVersion ?? newest < signed.signedVersion ?? 0 ? signed : ours
        }
    }

    /// What was live before; nil if nothing is live, or the place cannot list its files.
    private func listedHistory() throws(PublishError) -> RepositoryHistory? {
        guard let live = survey.live, destination.canList else { return nil }
        return try history(live)
    }

    private func history(_ live: LiveRepository) throws(PublishError) -> RepositoryHistory {
        try RepositoryHistory.read(destination, roots: survey.roots, live: live)
    }

    /// Looks for the zips that a publish from the folder cannot make again: without them agents would refuse everything.
    ///
    /// An older form is left out then. What is signed anew of a season that stays needs its zip.
    private func checkZips(
        of seasons: inout SeasonFacts, _ published: [BundleYear: PublishedBundle]
    ) throws(PublishError) {
        guard case .seasons = publisher.content, !survey.isRecovery else { return }
        for year in seasons.kept.keys.sorted() {
            guard let bundle = seasons.revision.bundles[year] ?? published[year],
                try !isThere(bundle)
            else { continue }
            // What nobody can download already is lost, whatever is signed (docs/adr/0019).
            guard bundle.zipPath == published[year]?.zipPath else {
                throw .season(.zipMissing(year, bundle.custom.version, path: bundle.zipPath))
            }
            seasons.revision.notes.append(.zipLost(path: bundle.zipPath))
        }
        let forms = try survey.live?.forms()
        for (year, bundle) in published.sorted(by: { $0.key < $1.key }) {
            let older = forms?.older[year] ?? []
            // A content that needs more stands beside what was the newest form until now.
            let isOlder = (seasons.contents?[year]?.format ?? 0) > bundle.custom.format
            for form in (isOlder ? [bundle] : []) + older
            where try !PublishedZips(destination: destination).hasWhole(form) {
                seasons.lostForms[year, default: []].insert(form.custom.format)
                seasons.revision.notes.append(.olderFormLost(year, form.custom.version))
            }
        }
    }

    private func isThere(_ bundle: PublishedBundle) throws(PublishError) -> Bool {
        try PublishedZips(destination: destination).has(bundle)
    }

    /// What is live, for the plan; nil if nothing is.
    ///
    /// A lost zip of a season that stays as it is cannot be put back, because its content is not in the folder.
    private func state(
        _ published: [BundleYear: PublishedBundle], except kept: Set<BundleYear>
    ) throws(PublishError) -> LiveState? {
        guard let live = survey.live, let timestamp = live.role(.timestamp),
            let snapshot = live.role(.snapshot), let targets = live.role(.targets)
        else { return nil }
        var missing: Set<BundleYear> = []
        // Without the folder of seasons nothing could be put back.
        if case .seasons = publisher.content {
            for (year, bundle) in published where !kept.contains(year) {
                if try !isThere(bundle) { missing.insert(year) }
            }
        }
        // Machines may have heard of a newer state than the timestamp names.
        var newest = targets
        newest.version = try survey.newestVersion() ?? targets.version
        return LiveState(
            timestamp: timestamp, snapshot: snapshot, targets: newest,
            versions: published.mapValues(\.custom.version), missing: missing,
            newRoots: survey.effect)
    }
}

extension LiveRepository {
    /// A role as plans see it.
    package func role(_ role: TopLevelRole) -> LiveState.Role? {
        report.status(of: role).map { .init(version: $0.version, expires: $0.expires) }
    }
}
