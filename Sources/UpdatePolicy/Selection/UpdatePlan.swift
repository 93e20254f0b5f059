import BundleFormat

/// What to do for each year, and why; no choices are left in it.
///
/// Carrying it out twice does no harm: steps name contents, not changes.
package struct UpdatePlan: Equatable, Sendable {
    /// The years by rising number, also those with nothing to do.
    package var years: [YearPlan]
    /// What `current` holds now; nil where it names no set that can be read whole.
    package var current: SetIndex?

    /// A plan.
    package init(
        years: [YearPlan], current: SetIndex? = nil
    ) {
        self.years = years
        self.current = current
    }

    /// The versions that the plan ends with, by year.
    package var wanted: [BundleYear: ContentVersion] {
        var versions: [BundleYear: ContentVersion] = [:]
        for plan in years { versions[plan.year] = plan.step.result?.version }
        return versions
    }

    /// The index after the plan: what succeeded is switched to, what failed stays as it was.
    ///
    /// - Parameters:
    ///   - failed: the years whose step did not succeed.
    ///   - nowUnixSeconds: the moment of the switch.
    /// - Returns: the index to be served.
    package func index(failed: Set<BundleYear>, nowUnixSeconds: Int64) -> SetIndex {
        var index = SetIndex()
        for plan in years {
            let wanted = failed.contains(plan.year) ? nil : plan.step.result
            guard let wanted, wanted.version != plan.present?.version else {
                index.entries[plan.year] = plan.present
                // Gone back to one that was served before: it counts from now.
                if let present = plan.present, let current,
                    current.entries[plan.year]?.version != present.version
                {
                    index.entries[plan.year]?.sinceUnixSeconds = nowUnixSeconds
                }
                continue
            }
            index.entries[plan.year] = SetIndex.Entry(
                version: wanted.version, origin: wanted.origin, sinceUnixSeconds: nowUnixSeconds,
                publishedUnixSeconds: wanted.published)
        }
        return index
    }
}

/// What to do for one year, and why.
package struct YearPlan: Equatable, Sendable {
    /// One step of the loader.
    package enum Step: Equatable, Sendable {
        /// Nothing to load.
        case keep
        /// The bundle is under `bundles/` already.
        case activate(ContentVersion, BundleOrigin, publishedUnixSeconds: Int64? = nil)
        /// Write the bundle that is inside the program.
        case place(ContentVersion, publishedUnixSeconds: Int64? = nil)
        /// Fetch, verify and unpack.
        case download(Offer)

        /// What is fetched; nil where nothing is.
        package var offer: Offer? { if case .download(let offer) = self { offer } else { nil } }

        /// What is served after the step; nil where the step changes nothing.
        package var result: (version: ContentVersion, origin: BundleOrigin, published: Int64?)? {
            switch self {
            case .keep: nil
            case .activate(let version, let origin, let published): (version, origin, published)
            case .place(let version, let published): (version, .embedded, published)
            case .download(let offer):
                (offer.custom.version, .downloaded, offer.custom.publishedUnixSeconds)
            }
        }
    }

    /// Why this step.
    package enum Reason: Equatable, Sendable {
        /// What is served is what is published.
        case upToDate
        /// Something else is published, since that time.
        case published(String)
        /// The repository was not asked, or did not answer.
        case noNews
        /// The repository has no bundle of the year.
        case unpublished
        /// Nothing else of the year is there, and the program has it inside.
        case embeddedFills
        /// The program has another one inside than the one it came with before.
        case embeddedChanged
        /// The program has a later published one inside than what was downloaded.
        case embeddedNewer
        /// The program has a later published one inside than what is offered.
        case embeddedStays
        /// Somebody pinned the year to it.
        case pinned
        /// Somebody took the year back to it.
        case rolledBack
        /// What was served, that version, is recalled.
        case recalled(ContentVersion)
        /// Only a key that was replaced has signed what was served, that version.
        case forgotten(ContentVersion)
        /// The publisher offers nothing of the year but what it has recalled.
        case withdrawn
        /// Something else is published since that time, but cannot be fetched now.
        case notReached(String)
        /// That version is published, but a rule stands against it.
        case blocked(ContentVersion, Finding)
        /// What was served is damaged and is being replaced.
        case damaged
        /// What was served is damaged; this is the newest one before it that is whole.
        case restored
        /// What was served is damaged, and nothing of the year is whole.
        case lost
        /// Only published in formats that this build does not read.
        case format(Int)
        /// What is published is refused; the sentence says why.
        case refused(String)
    }

    package let year: BundleYear
    /// What is served now and whole, and kept where the step fails; nil where nothing is.
    package var present: SetIndex.Entry?
    package let step: Step
    package var reason: Reason
    /// The versions that were thought of, with what every rule says of each.
    package var candidates: [Candidate] = []

    /// A year's plan.
    package init(
        year: BundleYear, present: SetIndex.Entry? = nil, step: Step, reason: Reason,
        candidates: [Candidate] = []
    ) {
        self.year = year
        self.present = present
        self.step = step
        self.reason = reason
        self.candidates = candidates
    }
}
