import BundleFormat

/// What is signed about contents that become new.
struct PublishTerms {
    /// Who follows, and when; nil for everyone at once.
    var rollout: Rollout?
    /// The authors' commit that the seasons are made from.
    var commit: String?
}
