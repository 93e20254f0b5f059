/// What the repository says, and how fresh that is.
package enum RepositoryWord: Equatable, Sendable {
    /// It answered in this poll.
    case fresh(Offers)
    /// What it said when it last answered: recalls count, but nothing can be fetched.
    case remembered(Offers)
    /// It never answered, or none is configured.
    case none

    /// What it has for us; nil where that was never heard.
    package var offers: Offers? {
        switch self {
        case .fresh(let offers), .remembered(let offers): offers
        case .none: nil
        }
    }

    /// Whether files can be fetched on this word.
    package var isFresh: Bool {
        if case .fresh = self { true } else { false }
    }

    /// The same word, on which nothing is fetched.
    package var forgettingNews: RepositoryWord { offers.map { .remembered($0) } ?? .none }
}
