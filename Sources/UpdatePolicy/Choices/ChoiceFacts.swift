import BundleFormat

/// The facts behind a choice, and the change that each command makes from them; it touches nothing.
package struct ChoiceFacts: Sendable {
    /// The facts for a decision without network.
    package let policy: SelectionPolicy

    /// Keeps the facts of a policy.
    package init(
        policy: SelectionPolicy
    ) {
        self.policy = policy
    }

    /// The change that a command makes.
    package struct Change: Equatable, Sendable {
        package var choices: Choices
        /// The years that the change is about; the command reports on each; empty for no year in
        /// particular.
        package var years: [BundleYear] = []
        package var kind = Kind.years

        /// The subject of a command.
        package enum Kind: Equatable, Sendable {
            /// Single years.
            case years
            /// Nothing changes from now on.
            case held
            /// Changes are allowed again.
            case resumed
            /// Everything goes back to the seasons inside the program; `seasons` is their number.
            case reset(seasons: Int)
        }

        /// Whether everything goes back to the seasons inside the program.
        package var startsOver: Bool {
            if case .reset = kind { true } else { false }
        }
    }

    private var choices: Choices { policy.choices }
    private var history: [SetIndex] { policy.inventory.history }

    /// `rollback`: takes each year back to the last good version before the one that it serves.
    ///
    /// - Throws: ``ChoiceError`` if there is nothing to go back to.
    package func rollback(_ year: BundleYear?) throws(ChoiceError) -> Change {
        let served = history.first?.entries ?? [:]
        if let year {
            guard let entry = served[year] else { throw .notServed(year) }
            if let pin = choices.pins[year] { throw .isPinned(year, pin.version) }
            let change = rollback([year: entry])
            guard change.years == [year] else { throw .nothingBefore(year) }
            return change
        }
        let former = history.dropFirst().first { before in
            served.contains { before.entries[$0.key]?.version != $0.value.version }
        }
        let changed = served.filter { (year, entry) in
            former.map { $0.entries[year]?.version != entry.version } ?? false
                && choices.pins[year] == nil
        }
        let change = rollback(changed)
        guard !change.years.isEmpty else { throw .nothingChanged }
        return change
    }

    /// Takes back the years that have something to go back to.
    private func rollback(_ entries: [BundleYear: SetIndex.Entry]) -> Change {
        var change = Change(choices: choices)
        for (year, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let offer = policy.word.offers?.accepted[year]?.custom
            let offered = offer?.version == entry.version ? offer?.publishedUnixSeconds : nil
            let known = [offered, entry.publishedUnixSeconds].compactMap { $0 }.max()
            let before = choices.rollbacks[year]
            var left = [entry.version]
            left += (before?.left ?? []).filter { $0 != entry.version }
            var changed = change.choices
            changed.rollbacks[year] = Choices.Rollback(
                // As many as there can be sets, and a few more.
                left: Array(left.prefix(8)),
                publishedUnixSeconds: max(
                    known ?? policy.nowUnixSeconds, before?.publishedUnixSeconds ?? 0),
                sinceUnixSeconds: policy.nowUnixSeconds, keys: policy.vouched.root?.keys)
            let plan = with(changed).plan().years.first { $0.year == year }
            // Where nothing else is left, a rollback ends; that is no way back to what was left before.
            guard let result = plan?.result, !left.contains(result.version) else { continue }
            change.choices = changed
            change.years.append(year)
        }
        return change
    }

    /// `pin`: one year serves one version, whatever is published.
    ///
    /// - Throws: ``ChoiceError`` if no version, or more than one, begins with these digits, or if
    ///   it is recalled.
    package func pin(_ year: BundleYear, _ prefix: String) throws(ChoiceError) -> Change {
        pin(year, try version(year, prefix))
    }

    /// `pin` with a version that is known to be one of the year.
    package func pin(_ year: BundleYear, _ version: ContentVersion) -> Change {
        var change = Change(choices: choices, years: [year])
        change.choices.pins[year] = Choices.Pin(
            version: version, sinceUnixSeconds: policy.nowUnixSeconds)
        return change
    }

    /// The version that a person means.
    ///
    /// - Throws: ``ChoiceError`` if no version, or more than one, begins with these digits, or if
    ///   it is recalled.
    package func version(
        _ year: BundleYear, _ prefix: String, recorded: Set<ContentVersion> = []
    ) throws(ChoiceError) -> ContentVersion {
        let facts = YearFacts(year, history, policy)
        var known = (policy.inventory.bundles[year] ?? []).filter(facts.isVouched)
        if let embedded = policy.inventory.embedded[year] { known.insert(embedded) }
        if let offer = facts.offer?.custom { known.insert(offer.version) }
        known.formUnion(recorded)
        let wanted = prefix.lowercased()
        let found = known.filter { !wanted.isEmpty && $0.hex.hasPrefix(wanted) }
        guard let version = found.first, found.count == 1 else {
            throw found.isEmpty
                ? .noVersion(year, prefix, known: known.map { $0.short }.sorted())
                : .manyVersions(year, prefix, found: found.map { $0.short }.sorted())
        }
        if facts.isRecalled(version) { throw .isRecalled(year, version) }
        return version
    }

    /// Whether a version is on the disk or inside the program.
    package func isHere(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        YearFacts(year, history, policy).isHere(version)
    }

    /// `unpin`: lets the year follow what is published again.
    ///
    /// - Throws: ``ChoiceError`` if it is not pinned.
    package func unpin(_ year: BundleYear) throws(ChoiceError) -> Change {
        guard choices.pins[year] != nil else { throw .notPinned(year) }
        var change = Change(choices: choices, years: [year])
        change.choices.pins[year] = nil
        return change
    }

    /// `hold` and `resume`.
    ///
    /// - Returns: none if it is so already.
    package func hold(_ isHeld: Bool) -> Change {
        var change = Change(choices: choices, kind: isHeld ? .held : .resumed)
        change.choices.heldSinceUnixSeconds =
            isHeld ? choices.heldSinceUnixSeconds ?? policy.nowUnixSeconds : nil
        return change
    }

    /// `reset`: goes back to the seasons inside the program, without choices.
    package func reset() -> Change {
        let plan = with(Choices()).startingOver().plan()
        return Change(
            choices: Choices(),
            kind: .reset(seasons: plan.years.count { $0.result != nil }))
    }

    /// The facts after a change.
    package func policy(after change: Change) -> SelectionPolicy {
        let policy = with(change.choices)
        return change.startsOver ? policy.startingOver() : policy
    }

    /// The same facts with other choices.
    package func with(_ choices: Choices) -> SelectionPolicy {
        var policy = policy
        policy.choices = choices
        return policy
    }
}

extension YearPlan {
    /// What the year serves if the step succeeds; nil for nothing.
    package var result: (version: ContentVersion, origin: BundleOrigin)? {
        if let result = step.result { return (result.version, result.origin) }
        return present.map { ($0.version, $0.origin) }
    }
}

/// Why a command does nothing.
package enum ChoiceError: Error, Equatable {
    case notServed(BundleYear)
    case nothingBefore(BundleYear)
    case nothingChanged
    case isPinned(BundleYear, ContentVersion)
    case notPinned(BundleYear)
    case isRecalled(BundleYear, ContentVersion)
    case noVersion(BundleYear, String, known: [String])
    /// The repository has named the content, and does not have its zip any more.
    case isGone(BundleYear, ContentVersion)
    /// This machine's programs do not read the content's level.
    case isUnreadable(BundleYear, ContentVersion, level: Int)
    case manyVersions(BundleYear, String, found: [String])
}

extension SelectionPolicy {
    /// The same facts on a machine that has only ever served the seasons inside the program.
    package func startingOver() -> SelectionPolicy {
        var inventory = inventory
        inventory.sets = []
        inventory.currentNumber = nil
        inventory.bundles = inventory.bundles.reduce(into: [:]) { kept, bundles in
            guard let embedded = inventory.embedded[bundles.key],
                bundles.value.contains(embedded)
            else { return }
            kept[bundles.key] = [embedded]
        }
        return SelectionPolicy(
            inventory: inventory, word: word.forgettingNews, choices: choices, vouched: vouched,
            machine: machine, tester: tester, nowUnixSeconds: nowUnixSeconds)
    }
}
