import BundleFormat
import TUF

/// Everything a publish is decided from, and the decision.
package struct PublishFacts {
    let survey: PublishSurvey
    /// What is live and may be taken over, with every recall that counts.
    let published: [BundleYear: PublishedBundle]
    /// What is done with the folder of seasons.
    let seasons: SeasonFacts
    /// What the home remembers instead of signing it.
    var decision: Decision?
    let plan: PublishPlan

    var roots: RootChain { survey.roots }
    var live: LiveRepository? { survey.live }
    /// The entries that are live, as they are signed.
    var liveEntries: [BundleYear: TargetCustom] { survey.entries }
    /// True if nothing that is live counts.
    var isRecovery: Bool { survey.isRecovery && decision == nil }
    /// What a person should know.
    var notes: [PublishNote] { seasons.revision.notes }
}
