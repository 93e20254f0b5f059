import Files
import UpdatePolicy

extension Poller {
    /// Whether transfers and tests are to end: asked to, or out of patience.
    package func isCutShort() -> Bool { options.isCancelled() || options.patience.isOver }

    /// Asks the repository, where nothing was ever served, before what is inside the program is in place.
    ///
    /// So a good network has every season written once. Nothing is served meanwhile, for as long as the
    /// patience lasts; years that fail are filled with what is inside the program.
    ///
    /// - Parameters:
    ///   - repository: whom to ask.
    ///   - inventory: what is there.
    ///   - draft: what has come of the poll so far.
    /// - Returns: whether the poll is done; else it goes on as every other.
    /// - Throws: ``AgentError``; what is inside the program is served then.
    package func installFirst(
        _ repository: Repository, _ inventory: Inventory, _ draft: inout PollDraft
    ) throws(AgentError) -> Bool {
        guard inventory.sets.isEmpty, inventory.currentNumber == nil else { return false }
        Reaper(state: state).reap(.leftovers(inventory))
        var trouble: AgentError?
        do throws(AgentError) {
            options.patience.begin()
            defer { options.patience.end() }
            try update(repository, inventory, &draft)
        } catch {
            trouble = error
        }
        let errors = Array(draft.failed.values) + [trouble].compactMap { $0 }
        if errors.contains(where: { $0.family == .cancelled }), !options.isCancelled() {
            return false
        }
        // The repository was asked, and is not asked again at once.
        if let trouble {
            _ = try prepare(gather(), &draft)
            throw trouble
        }
        return true
    }
}
