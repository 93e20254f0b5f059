/// What the repository offers, and whether it has just said so.
package enum RepositoryWord: Equatable, Sendable {
    /// It answered in this poll.
    case fresh(Offers)
    /// It answered earlier: its recalls count, but nothing can be downloaded.
    case remembered(Offers)
    /// It never answered, or none is configured.
    case none

    /// What it offers; nil if it never answered.
    package var offers: Offers? {
        switch self {
        case .fresh(let offers), .remembered(let offers): offers
        case .none: nil
        }
    }

    /// Whether files can be downloaded now.
    package var isFresh: Bool {
        if case .fresh = self { true } else { false }
    }

    /// The same offers without the permission to download.
    package var forgettingNews: RepositoryWord { offers.map { .remembered($0) } ?? .none }
}
