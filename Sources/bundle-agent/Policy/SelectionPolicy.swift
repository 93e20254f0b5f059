import BundleFormat

/// Decides what each year serves, from what is there and what is offered; touches nothing.
enum SelectionPolicy {
    /// Plans every year that is served, offered or embedded.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - offers: what the repository has; nil where it was not asked or did not answer.
    /// - Returns: a step and a reason for each year.
    static func plan(_ inventory: Inventory, offers: Offers?) -> UpdatePlan {
        let history = history(inventory)
        var years = Set(inventory.embedded.keys)
        years.formUnion(history.first?.years ?? [])
        if let offers { years.formUnion(offers.accepted.keys) }
        if let offers { years.formUnion(offers.refused.keys) }
        return UpdatePlan(
            years: years.sorted().map { plan($0, inventory, history, offers) },
            current: inventory.current.flatMap { $0.isWhole ? $0.index : nil })
    }

    /// What is served, then what was served before, newest first; without a readable set in use, the
    /// newest that can be read comes first.
    private static func history(_ inventory: Inventory) -> [SetIndex] {
        // A set above the current one was never switched to.
        inventory.sets.reversed().filter { $0.number <= inventory.currentNumber ?? .max }
            .compactMap(\.index)
    }

    private static func plan(
        _ year: BundleYear, _ inventory: Inventory, _ history: [SetIndex], _ offers: Offers?
    ) -> YearPlan {
        let served = history.first?.entries[year]
        // What is served, or where that is damaged the newest that was served and is whole.
        let present =
            served == nil
            ? nil
            : history.lazy.compactMap { $0.entries[year] }
                .first { inventory.has(year, $0.version) }
        var (step, reason) = step(year, present, inventory, offers)
        if present != served {
            reason = step != .keep ? .damaged : present == nil ? .lost : .restored
        }
        return YearPlan(year: year, present: present, step: step, reason: reason)
    }

    private static func step(
        _ year: BundleYear, _ present: SetIndex.Entry?, _ inventory: Inventory, _ offers: Offers?
    ) -> (YearPlan.Step, YearPlan.Reason) {
        if let offer = offers?.accepted[year] {
            let version = offer.custom.version
            // The same content is never fetched again, whatever its zip is now.
            guard present?.version != version else { return (.keep, .upToDate) }
            let reason = YearPlan.Reason.published(offer.custom.published)
            if let step = local(year, version, inventory) { return (step, reason) }
            return (.download(offer), reason)
        }
        let reason: YearPlan.Reason =
            switch offers?.refused[year] {
            case .format(let format): .format(format)
            case .malformed(let sentence): .refused(sentence)
            case nil: offers == nil ? .noNews : .unpublished
            }
        guard let embedded = inventory.embedded[year], embedded != present?.version,
            let step = local(year, embedded, inventory)
        else { return (.keep, reason) }
        switch present?.origin {
        case nil: return (step, .embeddedFills)
        // The program was replaced by one with another bundle inside.
        case .embedded: return (step, .embeddedChanged)
        case .downloaded, .folder: return (.keep, reason)
        }
    }

    /// The step that needs no network, where the machine has the version already.
    private static func local(
        _ year: BundleYear, _ version: ContentVersion, _ inventory: Inventory
    ) -> YearPlan.Step? {
        let isEmbedded = inventory.embedded[year] == version
        if inventory.has(year, version) {
            return .activate(version, isEmbedded ? .embedded : .downloaded)
        }
        return isEmbedded ? .place(version) : nil
    }
}
