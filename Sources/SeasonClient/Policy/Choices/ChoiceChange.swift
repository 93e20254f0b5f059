import BundleFormat

/// The change that a command makes from the facts; it touches nothing.
package struct ChoiceChange: Equatable, Sendable {
    package var choices: Choices
    /// The years that the command reports on; empty for no year in particular.
    package var years: [BundleYear] = []
    /// Whether everything goes back to the seasons inside the program.
    package var startsOver = false
    /// What the years whose rollback ends served before it; they go back to it although the machine is held, or is asked no
    /// repository.
    var undone: [BundleYear: ContentVersion] = [:]
}

/// Why a command does nothing, and the remedy.
package struct ChoiceError: Error, Equatable {
    package let message: String
    /// Whether no version that is known begins with the given digits; the repository may have one.
    var isUnknownVersion = false

    package init(_ message: String) { self.message = message }
}

extension SelectionPolicy {
    private var history: [SetIndex] { inventory.history }

    /// `rollback`: takes each year back to the last good version before the one that it serves.
    package func rollback(_ year: BundleYear?) throws(ChoiceError) -> ChoiceChange {
        let served = history.first?.entries ?? [:]
        if let year {
            guard let entry = served[year] else {
                throw ChoiceError(
                    "\(year): this machine serves no such season; see 'bundle-agent status'")
            }
            if let pin = choices.pins[year] {
                throw ChoiceError(
                    "\(year): pinned to \(pin.version.short); 'bundle-agent unpin \(year)' comes first"
                )
            }
            let change = rollback([year: entry])
            guard change.years == [year] else {
                throw ChoiceError(
                    "\(year): no earlier version is here to go back to; 'bundle-agent why \(year)'"
                        + " shows what is")
            }
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
        guard !change.years.isEmpty else {
            throw ChoiceError("no season has an earlier version here to go back to")
        }
        return change
    }

    private func rollback(_ entries: [BundleYear: SetIndex.Entry]) -> ChoiceChange {
        var change = ChoiceChange(choices: choices)
        for (year, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let offer = word.offers?.accepted[year]?.custom
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
                    known ?? nowUnixSeconds, before?.publishedUnixSeconds ?? 0),
                sinceUnixSeconds: nowUnixSeconds, keys: vouched.root?.keys)
            let plan = with(changed).plan().years.first { $0.year == year }
            // Where nothing else is left, a rollback ends; that is no way back to what was left before.
            guard let result = plan?.result, !left.contains(result.version) else { continue }
            change.choices = changed
            change.years.append(year)
        }
        return change
    }

    /// `pin`: one year serves one version, whatever is published.
    package func pin(_ year: BundleYear, _ prefix: String) throws(ChoiceError) -> ChoiceChange {
        pin(year, try version(year, prefix))
    }

    /// `pin` with a version that is known to be one of the year.
    package func pin(_ year: BundleYear, _ version: ContentVersion) -> ChoiceChange {
        var change = ChoiceChange(choices: choices, years: [year])
        change.choices.pins[year] = Choices.Pin(version: version, sinceUnixSeconds: nowUnixSeconds)
        return change
    }

    /// The version that a person means: exactly one must begin with these digits, and it must not be recalled.
    package func version(
        _ year: BundleYear, _ prefix: String, recorded: Set<ContentVersion> = []
    ) throws(ChoiceError) -> ContentVersion {
        let facts = YearFacts(year, history, self)
        var known = (inventory.bundles[year] ?? []).filter(facts.isVouched)
        if let embedded = inventory.embedded[year] { known.insert(embedded) }
        if let offer = facts.offer?.custom { known.insert(offer.version) }
        known.formUnion(recorded)
        let wanted = prefix.lowercased()
        let found = known.filter { !wanted.isEmpty && $0.hex.hasPrefix(wanted) }
        func list(_ versions: Set<ContentVersion>) -> String {
            versions.map { $0.short }.sorted().joined(separator: ", ")
        }
        guard let version = found.first else {
            var error = ChoiceError(
                "\(year): no version that begins with '\(prefix)' is here or in the repository; there is "
                    + (known.isEmpty ? "none" : list(known)))
            error.isUnknownVersion = true
            throw error
        }
        guard found.count == 1 else {
            throw ChoiceError(
                "\(year): more than one version begins with '\(prefix)': \(list(found))")
        }
        if facts.isRecalled(version) {
            throw ChoiceError(
                "\(year): \(version.short) is recalled by the publisher and cannot be served")
        }
        return version
    }

    package func isHere(_ year: BundleYear, _ version: ContentVersion) -> Bool {
        YearFacts(year, history, self).isHere(version)
    }

    /// `unpin`: lets the year follow what is published again.
    package func unpin(_ year: BundleYear) throws(ChoiceError) -> ChoiceChange {
        guard choices.pins[year] != nil else { throw ChoiceError("\(year): not pinned") }
        var change = ChoiceChange(choices: choices, years: [year])
        change.choices.pins[year] = nil
        return change
    }

    /// `resume` with years: ends their rollbacks.
    ///
    /// - Throws: ``ChoiceError`` if one of them serves nothing that a rollback chose.
    package func resume(_ years: [BundleYear]) throws(ChoiceError) -> ChoiceChange {
        var change = ChoiceChange(choices: choices, years: Set(years).sorted())
        for year in change.years {
            guard let rollback = choices.rollback(of: year, serving: history.first?.entries[year])
            else {
                let pin = choices.pins[year].map {
                    "; pinned to \($0.version.short): 'bundle-agent unpin \(year)' ends that"
                }
                throw ChoiceError("\(year): not rolled back\(pin ?? "")")
            }
            change.choices.rollbacks[year] = nil
            change.undone[year] = rollback.left.last
        }
        return change
    }

    /// `hold` and `resume`; the change is none if it is so already.
    package func hold(_ isHeld: Bool) -> ChoiceChange {
        var change = ChoiceChange(choices: choices)
        change.choices.heldSinceUnixSeconds =
            isHeld ? choices.heldSinceUnixSeconds ?? nowUnixSeconds : nil
        return change
    }

    /// `reset`: goes back to the seasons inside the program, without choices.
    package func reset() -> ChoiceChange { ChoiceChange(choices: Choices(), startsOver: true) }

    package func policy(after change: ChoiceChange) -> SelectionPolicy {
        var policy = with(change.choices)
        policy.undone = change.undone
        return change.startsOver ? policy.startingOver() : policy
    }

    private func with(_ choices: Choices) -> SelectionPolicy {
        var policy = self
        policy.choices = choices
        return policy
    }

    /// The same facts on a machine that has only ever served the seasons inside the program.
    private func startingOver() -> SelectionPolicy {
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
