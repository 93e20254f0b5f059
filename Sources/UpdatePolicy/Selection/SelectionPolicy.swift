import BundleFormat

/// Decides what each year serves, from what is there, what is offered and what people want; touches
/// nothing.
///
/// Each year's candidates are asked rule by rule (``Finding/Rule``), and of those that pass all the
/// newest is taken:
///
/// - what only a replaced key has signed is no candidate;
/// - a recalled version is never served, even if it is on the disk or pinned;
/// - then a pin, then a hold, then a rollback count before anything that is published;
/// - what is offered counts before what was downloaded, in its wave and after its hold-off;
/// - what is inside the program counts before both where it was published later.
package struct SelectionPolicy: Sendable {
    package let inventory: Inventory
    package let word: RepositoryWord
    package var choices = Choices()
    package var trials = Trials()
    /// Who vouched for what, and what is recalled.
    package var vouched = VouchedContents()
    package var machine = Machine(id: "")
    /// The years whose offer is not fetched for want of room, with the sentence that says so.
    package var heldBackForRoom: [BundleYear: String] = [:]
    /// The program that tests bundles before they are served; nil for none.
    package var tester: String?
    package let nowUnixSeconds: Int64

    /// The facts to decide by.
    package init(
        inventory: Inventory, word: RepositoryWord, choices: Choices = Choices(),
        trials: Trials = Trials(), vouched: VouchedContents = VouchedContents(),
        machine: Machine = Machine(id: ""), heldBackForRoom: [BundleYear: String] = [:],
        tester: String? = nil, nowUnixSeconds: Int64
    ) {
        self.inventory = inventory
        self.word = word
        self.choices = choices
        self.trials = trials
        self.vouched = vouched
        self.machine = machine
        self.heldBackForRoom = heldBackForRoom
        self.tester = tester
        self.nowUnixSeconds = nowUnixSeconds
    }

    /// Whether a year serves what the publisher has taken away, or what only a replaced key has signed.
    package var servesWithdrawn: Bool {
        let history = inventory.history
        return history.first?.entries.contains { (year, entry) in
            let facts = YearFacts(year, history, self)
            return facts.isRecalled(entry.version) || !facts.mayServe(entry.version)
        } == true
    }

    /// Plans every year that is served, offered or embedded.
    ///
    /// - Returns: a step, a reason and the trace of each year.
    package func plan() -> UpdatePlan {
        let history = inventory.history
        var years = Set(inventory.embedded.keys)
        years.formUnion(history.first?.years ?? [])
        if let offers = word.offers {
            years.formUnion(offers.accepted.keys)
            years.formUnion(offers.refused.keys)
        }
        return UpdatePlan(
            years: years.sorted().map { YearSelection(facts: YearFacts($0, history, self)).plan() },
            current: inventory.current.flatMap { $0.isWhole ? $0.index : nil })
    }
}

extension Inventory {
    /// What is served, then what was served before, newest first; without a readable set in use, the
    /// newest that can be read comes first.
    package var history: [SetIndex] {
        // A set above the current one was never switched to.
        sets.reversed().filter { $0.number <= currentNumber ?? .max }.compactMap(\.index)
    }
}
