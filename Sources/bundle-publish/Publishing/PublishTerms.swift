import BundleFormat

/// What is signed about contents that become new.
struct PublishTerms {
    /// Who follows, and when; nil for everyone at once.
    var rollout: Rollout?
    /// The authors' commit that each season is made from; a season that is not in one has none.
    var commits: [BundleYear: String] = [:]
}
