import BundleFormat

/// Decides what each year serves, from the disk, the offers and people's choices; it touches nothing.
///
/// The policy asks each year's candidates rule by rule (``Finding/Rule``). Of those that pass every rule,
/// it takes the newest:
///
/// - a content that only a superseded key has signed is no candidate;
/// - a recalled version is never served, even if it is on the disk or pinned;
/// - a withdrawn year serves the version inside the program, or its pin;
/// - then a pin, a hold and a rollback, in this order, count before what is published;
/// - an offered version counts before a downloaded one, in its wave and after its hold-off;
/// - the version inside the program counts before both if it was published later.
package struct SelectionPolicy: Sendable {
    package let inventory: Inventory
    package let word: RepositoryWord
    package var choices = Choices()
    /// What the years whose rollback a person ends now served before it.
    var undone: [BundleYear: ContentVersion] = [:]
    package var trials = Trials()
    /// The keys that vouched for contents, and the recalled contents.
    package var vouched = VouchedContents()
    package var machine = RolloutMember(id: "")
    /// The years whose offer is not fetched because there is no room, each with a sentence that says so.
    var heldBackForRoom: [BundleYear: String] = [:]
    /// The program that tests bundles before they are served; nil for none.
    package var tester: String?
    package let nowUnixSeconds: Int64

    /// Whether a year serves a content that the publisher has taken back, or that only a superseded key has signed.
    var servesWithdrawn: Bool {
        let history = inventory.history
        return history.first?.entries.contains { (year, entry) in
            let facts = YearFacts(year, history, self)
            return facts.isTakenBack(entry.version) || !facts.mayServe(entry.version)
        } == true
    }

    /// Plans every year that is served, offered, withdrawn or embedded.
    package func plan() -> UpdatePlan {
        let history = inventory.history
        var years = Set(inventory.embedded.keys)
        years.formUnion(history.first?.years ?? [])
        years.formUnion(recalls.withdrawn)
        if let offers = word.offers {
            years.formUnion(offers.accepted.keys)
            years.formUnion(offers.refused.keys)
        }
        return UpdatePlan(
            years: years.sorted().map { YearSelection(facts: YearFacts($0, history, self)).plan() },
            current: inventory.current.flatMap { $0.isWhole ? $0.index : nil },
            recalled: recalls.recalled)
    }

    /// The memory has learnt it from the metadata; if both are lost, the set in use says it.
    var recalls: RecallList {
        vouched.recalls?.list ?? word.offers?.recalls
            ?? RecallList(recalled: inventory.history.first?.recalled ?? [:])
    }
}

extension Inventory {
    /// The set in use, then the earlier sets, newest first; without it the newest readable set comes first.
    package var history: [SetIndex] {
        // The machine never switched to a set above the current one.
        sets.reversed().filter { $0.number <= currentNumber ?? .max }.compactMap { $0.index }
    }
}

/// What the repository offers, and whether it has just said so.
package enum RepositoryWord: Equatable, Sendable {
    /// It answered in this poll.
    case fresh(Offers)
    /// It answered earlier: its recalls count, but nothing can be downloaded.
    case remembered(Offers)
    /// It never answered, or none is configured.
    case none

    package var offers: Offers? {
        switch self {
        case .fresh(let offers), .remembered(let offers): offers
        case .none: nil
        }
    }

    var isFresh: Bool {
        if case .fresh = self { true } else { false }
    }

    /// The same offers without the permission to download.
    var forgettingNews: RepositoryWord { offers.map { .remembered($0) } ?? .none }
}
