import BundlePublisher

/// The words for why all metadata is signed anew.
enum PublishReasonText {
    /// A clause.
    static func clause(_ reason: PublishPlan.Reason) -> String {
        switch reason {
        case .first: "nothing was published here before"
        case .content: "the content changed"
        case .decisions: "a decision, or what is signed about a season, changed"
        case .commit: "the same contents are of another commit"
        case .files: "a published zip was gone"
        case .nothingCounts: "nothing in the repository is valid"
        case .expiry: "the metadata's life is half over"
        case .putBack: "the repository had an older state, or none that counts"
        case .asked: "it was asked for"
        }
    }
}
