import BundleFormat

/// The facts about one year, from which ``CandidateRules`` and ``YearChoice`` decide.
struct YearFacts {
    let year: BundleYear
    let policy: SelectionPolicy
    /// The entry in the set in use.
    let served: SetIndex.Entry?
    /// The entries in older sets, the newest first, each version once.
    let earlier: [SetIndex.Entry]
    /// The repository's offer; nil if it offers nothing that this machine can read.
    let offer: Offer?
    /// Why the repository's target of the year cannot be taken; nil if it can, or if there is none.
    let refusal: Offers.Refusal?
    /// The recalled contents of the year, as far as this machine knows.
    private let recalled: Set<ContentVersion>
    /// Whether the publisher has withdrawn the year, so that it goes back to the content inside the program.
    let isWithdrawn: Bool
    /// Whether the year serves, or an older set names, a content that only a superseded key has signed.
    let hasForgotten: Bool
    let hadBefore: Bool

    init(_ year: BundleYear, _ history: [SetIndex], _ policy: SelectionPolicy) {
        self.year = year
        self.policy = policy
        served = history.first?.entries[year]
        offer = policy.word.offers?.accepted[year]
        refusal = policy.word.offers?.refused[year]
        let recalls = policy.recalls
        recalled = recalls.recalled[year] ?? []
        isWithdrawn = recalls.withdrawn.contains(year)
        hasForgotten = history.contains { index in
            index.entries[year].map { policy.vouched.hasLost(year, $0.version) } == true
        }
        hadBefore = history.contains { $0.entries[year] != nil }
        var earlier: [SetIndex.Entry] = []
        // A year that is absent from the set in use stays absent, because it was left out on purpose.
        for entry in served == nil ? [] : history.compactMap({ $0.entries[year] })
        where entry.version != served?.version
            && !earlier.contains(where: { $0.version == entry.version })
            && Self.isVouched(entry.version, year, policy)
        {
            earlier.append(entry)
        }
        self.earlier = earlier
    }

    var embedded: ContentVersion? { policy.inventory.embedded[year] }
    var embeddedPublished: Int64? { policy.inventory.embeddedPublished[year] }
    /// It does not count where nothing is left that it allows: another version is better than none.
    var rollback: Choices.Rollback? {
        policy.choices.rollbacks[year].flatMap { leavesSomething($0) ? $0 : nil }
    }

    /// Whether a rollback leaves the year a version that may be served.
    private func leavesSomething(_ rollback: Choices.Rollback) -> Bool {
        func isAllowed(_ version: ContentVersion, _ published: Int64?) -> Bool {
            !isTakenBack(version) && !rollback.isLeft(version, publishedUnixSeconds: published)
        }
        if let embedded, isAllowed(embedded, embeddedPublished) { return true }
        return ([served].compactMap { $0 } + earlier).contains { entry in
            isAllowed(entry.version, entry.publishedUnixSeconds) && mayServe(entry.version)
                && policy.inventory.has(year, entry.version)
        }
    }

    func isRecalled(_ version: ContentVersion?) -> Bool {
        version.map(recalled.contains) ?? false
    }

    /// Recalled, or the year is withdrawn, which still serves the content inside the program, or the pinned one.
    func isTakenBack(_ version: ContentVersion?) -> Bool {
        if isRecalled(version) { return true }
        guard let version else { return isWithdrawn }
        return isWithdrawn && version != embedded
            && version != policy.choices.pins[year]?.version
    }

    /// Whether a key that root names now vouches for a version, or it came with the program.
    func isVouched(_ version: ContentVersion) -> Bool {
        Self.isVouched(version, year, policy)
    }

    private static func isVouched(
        _ version: ContentVersion, _ year: BundleYear, _ policy: SelectionPolicy
    ) -> Bool {
        policy.inventory.embedded[year] == version
            || policy.word.offers?.listed[year]?[version] != nil
            || policy.vouched.vouches(year, version)
    }

    /// By its signatures; a served version stays until newer metadata is here.
    func mayServe(_ version: ContentVersion) -> Bool {
        isVouched(version) || policy.word.offers == nil && version == served?.version
    }

    /// The pinned version, unless it was recalled.
    var pin: ContentVersion? {
        policy.choices.pins[year].map { $0.version }.flatMap {
            isRecalled($0) || policy.vouched.hasLost(year, $0) && !mayServe($0) ? nil : $0
        }
    }

    /// What the year served before the rollback that a person ends now.
    var undone: ContentVersion? { policy.undone[year] }

    func isHere(_ version: ContentVersion) -> Bool {
        policy.inventory.has(year, version) || embedded == version
    }

    func canServe(_ version: ContentVersion) -> Bool {
        isHere(version) || offer?.custom.version == version
    }

    /// The year lost everything because a key was replaced: the offer need not wait, unless the publisher stopped it.
    var isBereft: Bool {
        hasForgotten && (embedded.map(isRecalled) ?? true)
    }
}
