import BundleFormat
import SeasonAuthoring
import TUF

/// What is signed of each season where nothing that is live counts: the online key was replaced, or what
/// was published is gone.
///
/// Whoever held the old key may have signed anything at any time. Our own record says what we had decided;
/// the folder says what is to be shown beyond that. Of what the replaced key alone has signed, recalls are
/// taken over that name nothing of ours: they take nothing away from anybody that we offer.
struct Recovery {
    /// The content of each season in the folder.
    let folder: [BundleYear: ContentVersion]
    /// What we had decided.
    let words: [BundleYear: SeasonWord]
    /// What the replaced key has signed.
    let live: [BundleYear: TargetCustom]
    /// Seasons that are offered though their content was rolled back.
    var again: Set<BundleYear> = []
    /// What is signed about contents that are new.
    var terms = PublishTerms()
    /// Where a publish goes, as options of a command line.
    let place: String
    let now: UTCTime

    /// How a season comes to be offered.
    enum Step: Equatable {
        /// Packed from the folder, with this entry.
        case pack(TargetCustom)
        /// As we last signed it, from the zip in the directory.
        case keep(PublishedBundle, Reason)
        /// Nothing is known that may be shown.
        case refuse(Reason)
    }

    /// Why a season is not packed from its folder.
    enum Reason: Equatable {
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
        var notes: [String] = []
    }

    /// Plans; decides everything, reads nothing.
    func plan() -> Plan {
        var plan = Plan()
        for year in Set(folder.keys).union(words.keys).union(live.keys).sorted() {
            if let version = folder[year] {
                plan.steps[year] = step(year, version)
            } else if let word = words[year], !word.recalled.isEmpty, let bundle = word.bundle {
                plan.steps[year] =
                    word.isChosen
                    ? .keep(signed(bundle, recalled: recalled(year)), .removed) : .refuse(.removed)
            }
            plan.notes += notes(year, plan.steps[year])
        }
        return plan
    }

    private func step(_ year: BundleYear, _ version: ContentVersion) -> Step {
        let word = words[year] ?? SeasonWord()
        let reason: Reason
        if word.recalled.contains(version) {
            if word.isWithdrawn { return .pack(entry(year, version, word)) }
            reason = .recalled(version)
        } else if word.rolledBack.contains(version), !again.contains(year) {
            reason = .rolledBack(version)
        } else {
            return .pack(entry(year, version, word))
        }
        guard let bundle = word.bundle, word.isChosen, bundle.custom.version != version else {
            return .refuse(reason)
        }
        return .keep(signed(bundle, recalled: recalled(year)), reason)
    }

    /// What is signed of a season that is packed from the folder.
    private func entry(
        _ year: BundleYear, _ version: ContentVersion, _ word: SeasonWord
    ) -> TargetCustom {
        let known = word.bundle?.custom
        let same = known?.version == version ? known : nil
        return TargetCustom(
            year: year, version: version, published: moment(same?.published),
            rollout: same == nil ? terms.rollout : same?.rollout, recalled: recalled(year),
            rolledBack: same?.rolledBack ?? [],
            commit: same == nil ? terms.commit : same?.commit)
    }

    /// The same zip, published when it was, with these recalls.
    private func signed(
        _ bundle: PublishedBundle, recalled: [ContentVersion]
    ) -> PublishedBundle {
        bundle.signed(
            published: moment(bundle.custom.published), rollout: bundle.custom.rollout,
            recalled: recalled, rolledBack: bundle.custom.rolledBack)
    }

    /// When something counts as published: when it was, if we know that and it is not to come.
    private func moment(_ published: String?) -> String {
        guard let published, let moment = UTCTime(published), moment <= now else {
            return now.description
        }
        return published
    }

    /// Our recalls first, then those of the replaced key that name nothing which we have or show.
    private func recalled(_ year: BundleYear) -> [ContentVersion] {
        let ours = words[year]?.recalled ?? []
        return ours
            + (live[year]?.recalled ?? []).filter { !ours.contains($0) && !isOurs($0, year) }
    }

    private func isOurs(_ version: ContentVersion, _ year: BundleYear) -> Bool {
        let word = words[year]
        return version == folder[year]
            || word?.isChosen == true && version == word?.bundle?.custom.version
    }
}

// MARK: - In words

extension Recovery {
    private func notes(_ year: BundleYear, _ step: Step?) -> [String] {
        switch step {
        case .keep(_, .recalled(let version)):
            return [
                "\(year) is shown as you decided: bundles/\(year) still has \(version.short), which "
                    + "is recalled"
            ]
        case .keep(_, .rolledBack): return [Publisher.note(ofRolledBack: year)]
        case .keep(_, .removed): return [Publisher.note(ofKept: year)]
        case .pack(let entry): return dropped(year, entry)
        case .refuse, nil:
            let recalled = live[year]?.recalled ?? []
            return recalled.isEmpty || folder[year] != nil
                ? [] : ["\(year) is left out: only the replaced key has signed it"]
        }
    }

    /// What the replaced key alone said of a content that is offered, and how to say it again.
    private func dropped(_ year: BundleYear, _ entry: TargetCustom) -> [String] {
        guard let old = live[year] else { return [] }
        let version = entry.version
        var notes: [String] = []
        if old.recalled.contains(version), !entry.recalled.contains(version) {
            notes.append(
                "\(year) is offered: only the replaced key says that \(version.short), which "
                    + "bundles/\(year) has, is recalled; if you recalled it: "
                    + "bundle-publish recall \(year) \(version.short) --to embedded \(place)")
        }
        if old.rolledBack.contains(version), !again.contains(year) {
            notes.append(
                "\(year) is offered: only the replaced key says that it was rolled back; if you "
                    + "did that: put into bundles/\(year) what is to be shown, and publish")
        }
        if old.version == version, let rollout = old.rollout, !rollout.waves.isEmpty,
            entry.rollout != rollout
        {
            let waves =
                "bundle-publish waves \(year) \(WaveList(rollout.waves).text) \(place)"
            notes.append(
                "\(year) is offered to every machine: only the replaced key has signed its waves; "
                    + "if they were yours: \(waves)")
        }
        return notes
    }

    /// Why a season cannot be offered, and what to do.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - bundle: what was to be shown; nil where that is not known.
    ///   - reason: why it is not packed from its folder.
    /// - Returns: the error.
    static func refusal(
        _ year: BundleYear, _ bundle: PublishedBundle?, _ reason: Reason
    ) -> PublishError {
        let wanted =
            bundle.map { "the zip of \($0.custom.version.short), which you show instead" }
            ?? "to know what is shown instead"
        let (found, remedy) =
            switch reason {
            case .recalled(let version):
                (
                    "bundles/\(year) has \(version.short), which is recalled",
                    "put into bundles/\(year) what is to be shown, then do the same again"
                )
            case .rolledBack(let version):
                (
                    "bundles/\(year) has \(version.short), which was rolled back",
                    "put into bundles/\(year) what is to be shown, or name the season with publish "
                        + "--again \(year)"
                )
            case .removed:
                (
                    "there is no bundles/\(year), and contents of it are recalled",
                    "put bundles/\(year) back, then do the same again"
                )
            }
        return .failed(
            "\(year): expected \(wanted), found nothing in the directory; \(found)", remedy: remedy)
    }
}
