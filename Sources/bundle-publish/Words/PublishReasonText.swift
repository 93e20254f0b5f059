import BundlePublisher

/// The words for why all metadata is signed anew.
enum PublishReasonText {
    /// A clause.
    static func clause(_ reason: PublishPlan.Reason) -> String {
        switch reason {
        case .first: "nothing was published here before"
        case .content: "the content changed"
        case .entries: "what is signed about a season changed"
        case .files: "a published zip was gone"
        case .onlineKey: "the online key was replaced"
        case .expiry: "the metadata's life is half over"
        case .rewound: "an older timestamp.json had been put back"
        case .asked: "it was asked for"
        }
    }
}
