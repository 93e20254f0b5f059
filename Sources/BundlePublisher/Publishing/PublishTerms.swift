import BundleFormat

/// What is signed about contents that become new.
package struct PublishTerms {
    /// The machines that follow, and when; nil if all follow at once.
    package var rollout: Rollout?
    /// The authors' commit that the seasons are made from.
    package var commit: String?

    /// States the terms; everyone follows at once unless they say otherwise.
    package init(
        rollout: Rollout? = nil, commit: String? = nil
    ) {
        self.rollout = rollout
        self.commit = commit
    }
}
