import BundleFormat

/// Whether a season's live content may be replaced, removed or added again: a pure function of commits.
///
/// | live | given | verdict |
/// |---|---|---|
/// | the same content | | stays; takes the new commit, unless the live one is known to contain it |
/// | a content of a commit | of a commit that contains it | the new content |
/// | a content of a commit | of another commit, or of none | held |
/// | a content without a commit | of a commit | held |
/// | a content without a commit | without a commit | the new content |
/// | any content that `--over` names | | the new content |
package enum Guard {
    /// What a publish is given of a season, and where it is from.
    struct Claim: Equatable, Sendable {
        /// Nil if the season is gone.
        var version: ContentVersion?
        /// The commit of the content; nil if it has none.
        var commit: String?
        /// The commit that the content is compared by: its own, or the one that uncommitted changes were made on.
        var base: String?
        /// Whether ``base`` contains the live content's commit; nil if the history is cut off.
        var containsLive: Bool? = false
        /// Whether the live content's commit contains ``commit``.
        var isContainedInLive = false
        /// Whether the history is cut off at ``commit``, so that it may be too late.
        var isCut = false
    }

    package enum Verdict: Equatable, Sendable {
        case take(commit: String?)
        case hold(Reason)
    }

    package enum Reason: Equatable, Sendable {
        /// The commit does not contain the live one.
        case behind
        /// The history is cut off, so that it cannot be told.
        case shallow
        /// The live content has no commit.
        case uncommitted
        /// The live content has a commit, and the given one is in no history.
        case outside
    }

    static func judge(
        _ claim: Claim, live: KnownContent?, isRemoved: Bool = false, isOver: Bool = false
    ) -> Verdict {
        guard let live else { return .take(commit: claim.commit) }
        if isRemoved, claim.version == nil { return .take(commit: live.commit) }
        if !isRemoved, claim.version == live.version {
            let keeps =
                claim.commit == nil || claim.isContainedInLive
                || (claim.isCut && live.commit != nil)
            return .take(commit: keeps ? live.commit : claim.commit)
        }
        if isOver { return .take(commit: claim.commit) }
        guard live.commit != nil else {
            // A season that is gone from a commit was never in it.
            let isAlike = claim.commit == nil && (claim.version != nil || claim.base == nil)
            return isAlike ? .take(commit: nil) : .hold(.uncommitted)
        }
        guard claim.base != nil else { return .hold(.outside) }
        switch claim.containsLive {
        case true?: return .take(commit: claim.commit)
        case false?: return .hold(.behind)
        case nil: return .hold(.shallow)
        }
    }
}

/// A season that stays as it is, because what is given may be older.
package struct HeldSeason: Equatable, Sendable {
    package let year: BundleYear
    package let live: KnownContent
    package let isRemoved: Bool
    package let reason: Guard.Reason
    /// Whether the season is gone from what is given.
    package let isRemoval: Bool
}
