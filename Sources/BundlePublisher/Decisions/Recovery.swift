import BundleFormat
import SeasonAuthoring
import TUF

/// Plans what is signed of each season if nothing that is live counts.
///
/// This is so after the online key was replaced, and if what was published is gone. The holder of the old key
/// may have signed anything at any time. So our record says what we had decided, and the folder of seasons
/// says what else is shown. A recall that only the replaced key has signed is kept if it names nothing that
/// we offer: it takes nothing away from anybody.
package struct Recovery {
    /// The content of each season in the folder.
    let folder: [BundleYear: ContentVersion]
    /// What we had decided.
    let words: [BundleYear: SeasonWord]
    /// What the replaced key has signed.
    let live: [BundleYear: PublishedBundle]
    /// Earlier contents that we have recalled, of seasons whose live content is another.
    var carriers: [BundleYear: PublishedBundle] = [:]
    /// Seasons that are offered though their content was rolled back.
    var again: Set<BundleYear> = []
    /// What is signed about contents that are new.
    var terms = PublishTerms()
    /// Where a publish goes.
    let place: PublishPlace
    let now: UTCTime

    /// How a season is offered.
    enum Step: Equatable {
        /// Packed from the folder, with this entry.
        case pack(TargetCustom)
        /// As we last signed it, from the zip in the directory.
        case keep(PublishedBundle, Reason)
        /// Refused, because no content is known to be safe to show.
        case refuse(Reason)
    }

    /// Why a season is not packed from its folder.
    package enum Reason: Equatable, Sendable {
        /// The folder has what we recalled.
        case recalled(ContentVersion)
        /// The folder has what we went back from.
        case rolledBack(ContentVersion)
        /// The folder has no such season, and without it a recall of ours would be forgotten.
        case removed
    }

    /// The step of each season, and what a person should know.
    struct Plan: Equatable {
        var steps: [BundleYear: Step] = [:]
        var notes: [PublishNote] = []
    }

    /// Makes the plan; it decides everything and reads nothing.
    func plan() -> Plan {
        var plan = Plan()
        for year in Set(folder.keys).union(words.keys).union(live.keys).sorted() {
            if let version = folder[year] {
                plan.steps[year] = step(year, version)
            } else if let word = words[year], !word.recalled.isEmpty {
                plan.steps[year] = stepWithoutFolder(year, word)
            }
            plan.notes += notes(year, plan.steps[year])
        }
        return plan
    }

    private func step(_ year: BundleYear, _ version: ContentVersion) -> Step {
        let word = words[year] ?? SeasonWord()
        let reason: Reason
        if word.recalled.contains(version) {
            // Machines that should see nothing of a content see nothing of it, packed or kept. Another one is not offered
            // in its place if it is recalled too.
            let withdrawn = word.bundle?.custom.version ?? version
            if word.isWithdrawn, withdrawn == version { return .pack(entry(year, version, word)) }
            reason = .recalled(version)
        } else if word.rolledBack.contains(version), !again.contains(year) {
            reason = .rolledBack(version)
        } else {
            return .pack(entry(year, version, word))
        }
        if let bundle = word.bundle, word.isChosen, bundle.custom.version != version {
            return .keep(signed(bundle, recalled: recalled(year)), reason)
        }
        // What a command of ours has kept may be a thief's: what we chose before it is ours.
        if let chosen = word.lastChosen, word.bundle != nil, chosen.custom.version != version,
            !(word.recalled + word.rolledBack).contains(chosen.custom.version)
        {
            return .keep(signed(chosen, recalled: recalled(year)), reason)
        }
        // What a rollback had shown was recalled after it: no machine serves either.
        if case .rolledBack = reason, let shown = word.lastChosen,
            word.recalled.contains(shown.custom.version)
        {
            return .keep(signed(shown, recalled: recalled(year)), reason)
        }
        return .refuse(reason)
    }

    /// The step of a season with recalls of ours that is not in the folder; nil if nothing is known of it but these.
    ///
    /// If its content is recalled, no machine serves it, whoever has signed it.
    private func stepWithoutFolder(_ year: BundleYear, _ word: SeasonWord) -> Step? {
        if let bundle = word.bundleOfOurs {
            return .keep(signed(bundle, recalled: recalled(year)), .removed)
        }
        let known = [live[year], carriers[year]].compactMap { $0 }
        if let bundle = known.first(where: { word.recalled.contains($0.custom.version) }) {
            let entry = bundle.signed(
                published: moment(bundle.custom.published), rollout: nil,
                recalled: recalled(year), rolledBack: [])
            return .keep(entry, .removed)
        }
        return word.bundle == nil && live[year] == nil ? nil : .refuse(.removed)
    }

    /// The entry of a season that is packed from the folder.
    private func entry(
        _ year: BundleYear, _ version: ContentVersion, _ word: SeasonWord
    ) -> TargetCustom {
        let same = word.entryOfOurs(version)
        // A season that was withdrawn is shown to nobody, so the terms of a new content are not for it.
        let isNew = same == nil && !(word.isWithdrawn && word.recalled.contains(version))
        return TargetCustom(
            year: year, version: version, published: moment(same?.published),
            rollout: isNew ? terms.rollout : same?.rollout, recalled: recalled(year),
            rolledBack: same?.rolledBack ?? [],
            commit: same == nil ? terms.commit : same?.commit)
    }

    /// The same zip with its time of publication, and with these recalls.
    private func signed(
        _ bundle: PublishedBundle, recalled: [ContentVersion]
    ) -> PublishedBundle {
        let version = bundle.custom.version
        let ours = words[bundle.custom.year]?.entryOfOurs(version) ?? bundle.custom
        return bundle.signed(
            published: moment(ours.published), rollout: ours.rollout,
            recalled: recalled, rolledBack: bundle.custom.rolledBack)
    }

    /// The time of publication that is signed: the known one, or now if it is unknown or in the future.
    private func moment(_ published: String?) -> String {
        guard let published, let moment = UTCTime(published), moment <= now else {
            return now.description
        }
        return published
    }

    /// Our recalls first, then those of the replaced key that name nothing of ours and that we have not lifted.
    private func recalled(_ year: BundleYear) -> [ContentVersion] {
        let word = words[year] ?? SeasonWord()
        return word.recalled
            + (live[year]?.custom.recalled ?? []).filter {
                !word.recalled.contains($0) && !word.lifted.contains($0) && !isOurs($0, year)
            }
    }

    /// True if the folder has a content, or a command of ours has chosen it, also in its form of a lower level.
    private func isOurs(_ version: ContentVersion, _ year: BundleYear) -> Bool {
        let word = words[year] ?? SeasonWord()
        let ours = (word.older + [word.bundleOfOurs].compactMap { $0 }).map(\.custom.version)
        return version == folder[year] || ours.contains(version)
    }
}

// MARK: - What a person should know

extension Recovery {
    private func notes(_ year: BundleYear, _ step: Step?) -> [PublishNote] {
        switch step {
        case .keep(_, .recalled(let version)): return [.shownAsDecided(year, recalled: version)]
        case .keep(_, .rolledBack): return [.rolledBack(year)]
        case .keep(_, .removed): return [.keptForRecalls(year)]
        case .pack(let entry): return dropped(year, entry)
        case .refuse, nil:
            let recalled = live[year]?.custom.recalled ?? []
            return recalled.isEmpty || folder[year] != nil ? [] : [.leftOut(year)]
        }
    }

    /// Notes about statements that only the replaced key made about a content that is offered.
    private func dropped(_ year: BundleYear, _ entry: TargetCustom) -> [PublishNote] {
        guard let old = live[year]?.custom else { return [] }
        let version = entry.version
        var notes: [PublishNote] = []
        let lifted = words[year]?.lifted ?? []
        for recalled in old.recalled
        where !entry.recalled.contains(recalled) && !lifted.contains(recalled) {
            notes.append(.recallDropped(year, recalled, place))
        }
        if old.rolledBack.contains(version), !again.contains(year) {
            notes.append(.rollbackDropped(year))
        }
        if old.version == version, let rollout = old.rollout, !rollout.waves.isEmpty,
            entry.rollout != rollout
        {
            notes.append(.rolloutDropped(year, rollout, place))
        }
        return notes
    }
}
