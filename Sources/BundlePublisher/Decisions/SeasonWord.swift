import BundleFormat
import SeasonAuthoring
import TUF

/// What a publisher has decided about one season of one repository, as the home remembers it.
struct SeasonWord: Equatable {
    /// What was last signed; nil if we know only recalls.
    var bundle: PublishedBundle?
    /// The forms of lower levels that a command of ours has signed beside ``bundle``.
    var older: [PublishedBundle] = []
    /// Contents that no machine may serve, newest first.
    var recalled: [ContentVersion] = []
    /// Contents whose recall we have lifted, newest first: an older entry, or a replaced key's, does not recall them.
    var lifted: [ContentVersion] = []
    /// Contents that a rollback has replaced, newest first.
    var rolledBack: [ContentVersion] = []
    /// True if machines show the bundle inside the program in the place of a recalled content.
    var isWithdrawn = false
    /// True if a command of ours has published the content of ``bundle``.
    ///
    /// A content that a command has only taken over from the live metadata may be a thief's. No other key
    /// ever signs it again.
    var isChosen = true
    /// What a command of ours has chosen last, if ``bundle``, or its rollout, may be a thief's.
    var lastChosen: PublishedBundle?

    /// The version of the newest state that this home has signed and that says this; ``unsigned`` for a decision that no state
    /// says yet, nil if an older program has written the word.
    var signedVersion: Int64?
    /// The version of the newest state that this home has signed without the season; nil while the season is offered.
    var removedVersion: Int64?

    /// Stands for the version of a decision that is newer than all that is signed.
    static let unsigned = Int64.max

    /// The bundle that another key may sign: one that a command of ours has chosen, or one that is recalled itself.
    var bundleOfOurs: PublishedBundle? { (isChosen || isWithdrawn ? bundle : nil) ?? lastChosen }

    /// What is signed, or was.
    init(_ bundle: PublishedBundle) {
        self.bundle = bundle
        recalled = bundle.custom.recalled
        rolledBack = bundle.custom.rolledBack
        isWithdrawn = recalled.contains(bundle.custom.version)
    }

    /// Recalls alone.
    init(recalled: [ContentVersion] = [], isWithdrawn: Bool = false) {
        self.recalled = recalled
        self.isWithdrawn = isWithdrawn
    }

    /// Says that a state of this home no longer offers the season; it may come back.
    mutating func endOffer(in version: Int64) {
        removedVersion = version
        if signedVersion == Self.unsigned { signedVersion = version }
    }

    /// True if it holds a decision.
    ///
    /// A word with a decision stays when the season is no longer offered.
    var isDecision: Bool {
        !recalled.isEmpty || !rolledBack.isEmpty || bundle?.custom.rollout?.isStopped == true
    }

    /// The entry of a content with the rollout and the time that commands of ours have chosen; nil for a content that is
    /// neither what we signed last nor what we chose last.
    func entryOfOurs(_ version: ContentVersion) -> TargetCustom? {
        [lastChosen, bundle].lazy.compactMap { $0?.custom }.first { $0.version == version }
    }

    /// The word with more recalls, as many as an entry may have.
    func adding(recalls: [ContentVersion]) -> SeasonWord {
        let all = recalled + recalls.filter { !recalled.contains($0) }
        guard all.count > recalled.count else { return self }
        var word = with(recalled: Array(all.prefix(TargetCustom.recalledMax)))
        word.isWithdrawn = isWithdrawn
        return word
    }

    /// The word with other recalls.
    ///
    /// - Parameters:
    ///   - recalled: the recalls, newest first.
    ///   - published: the new time of publication; nil if it stays.
    /// - Returns: the word; the season is withdrawn if its content is recalled now. What is no longer recalled counts
    ///   as lifted.
    func with(recalled: [ContentVersion], publishedAnew published: String? = nil) -> SeasonWord {
        var word = self
        word.recalled = recalled
        word.lifted = Array(
            (lifted + self.recalled).filter { !recalled.contains($0) }
                .prefix(TargetCustom.recalledMax))
        word.bundle = bundle.map {
            $0.signed(
                published: published ?? $0.custom.published, rollout: $0.custom.rollout,
                recalled: recalled, rolledBack: $0.custom.rolledBack)
        }
        word.isWithdrawn =
            bundle.map { recalled.contains($0.custom.version) } ?? isWithdrawn && !recalled.isEmpty
        return word
    }

    /// The word after a command of ours has signed another entry.
    ///
    /// Only what the command itself has changed is ours. What it has taken over from the entry before may
    /// be a thief's.
    ///
    /// - Parameters:
    ///   - new: what is signed now.
    ///   - forms: the forms of lower levels that are signed beside it.
    ///   - old: the entry before; nil if the season is added.
    ///   - isOurs: whether the content is one that a command of ours has published. An earlier content that a
    ///     rollback or a recall brings back may be a thief's.
    ///   - isNamed: whether a person has named what is offered. A folder may still have what we took back; if the entry
    ///     before does not say so any more, a thief may have changed it.
    /// - Returns: the word.
    func after(
        signing new: PublishedBundle, beside forms: [PublishedBundle] = [],
        over old: TargetCustom?, isOurs: Bool, isNamed: Bool = true
    ) -> SeasonWord {
        func ours(
            _ before: [ContentVersion], _ now: [ContentVersion], known: [ContentVersion]
        ) -> [ContentVersion] {
            let added = old == nil ? [] : now.filter { !before.contains($0) && !known.contains($0) }
            let lifted = before.filter { !now.contains($0) }
            return added + known.filter { !lifted.contains($0) }
        }
        let custom = new.custom
        let recalled = ours(old?.recalled ?? [], custom.recalled, known: recalled)
        // While the content is the same, a thief may have dropped what we know; with another one, its publisher has.
        let isSame = bundle?.custom.version == custom.version
        let wasTakenBack =
            self.rolledBack.contains(custom.version)
            || self.recalled.contains(custom.version) && !custom.recalled.contains(custom.version)
        let isChosenNow =
            old?.version != custom.version && isOurs && (isNamed || !wasTakenBack)
            || isChosen && isSame
        let rolledBack = ours(old?.rolledBack ?? [], custom.rolledBack, known: rolledBack)
            .filter { isSame || !isChosenNow || custom.rolledBack.contains($0) }
        var word = SeasonWord(
            new.signed(
                published: custom.published, rollout: custom.rollout, recalled: recalled,
                rolledBack: rolledBack))
        word.isChosen = isChosenNow
        // That we recalled it does not withdraw what somebody else offers in its place.
        if !isChosenNow, !custom.recalled.contains(custom.version) {
            word.isWithdrawn = isWithdrawn && isSame
        }
        word.lastChosen =
            isChosenNow
            ? chosenTerms(under: custom, over: old) : lastChosen ?? (isChosen ? bundle : nil)
        let mine = Set(
            older.map(\.custom.version)
                + (isChosen ? [bundle?.custom.version].compactMap { $0 } : []))
        // A thief's content has no forms of ours beside it.
        word.older = isChosenNow ? forms.filter { mine.contains($0.custom.version) } : older
        let lifts = (old?.recalled ?? []).filter { !lifted.contains($0) } + lifted
        word.lifted = Array(
            lifts.filter { !custom.recalled.contains($0) }.prefix(TargetCustom.recalledMax))
        return word
    }
}

extension SeasonWord {
    /// What we had chosen of a content, if a command takes over another rollout or time of it that we did not choose.
    ///
    /// - Parameters:
    ///   - custom: what is signed now.
    ///   - old: the entry before.
    /// - Returns: what we had chosen; nil if the command has chosen all of it.
    private func chosenTerms(
        under custom: TargetCustom, over old: TargetCustom?
    ) -> PublishedBundle? {
        guard let old, old.version == custom.version, old.rollout == custom.rollout,
            old.published == custom.published
        else { return nil }
        let known = lastChosen?.custom.version == custom.version ? lastChosen : bundle
        guard let known, known.custom.version == custom.version,
            known.custom.rollout != custom.rollout || known.custom.published != custom.published
        else { return nil }
        return known
    }

    /// True if an entry says what this word says; another checkout may have decided otherwise since.
    func agrees(with custom: TargetCustom) -> Bool {
        let signed = Set(custom.recalled)
        guard signed.isSuperset(of: recalled), signed.isDisjoint(with: lifted) else { return false }
        guard let ours = bundle?.custom else { return true }
        return ours.version == custom.version && ours.published == custom.published
            && ours.rollout == custom.rollout
            && Set(custom.rolledBack).isSuperset(of: ours.rolledBack)
    }
}
