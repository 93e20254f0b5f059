import BundleFormat
import Files
import Glibc
import Platform
import SeasonClient

/// What a poll would do.
package struct PollPreview: Equatable, Sendable {
    /// All its plans as one; if the repository does not answer, what the poll does without network.
    package let plan: UpdatePlan
    /// Why the repository did not answer; nil if it did.
    package let trouble: AgentError?
    /// Whether a copy was asked.
    let isOfCopy: Bool
    /// Whether this machine has verified a repository before.
    package let isKnown: Bool
    /// Why the poll could not write at all; nil if it could.
    package let stateTrouble: StateTrouble?
    /// Why the poll could not take what is new: no program to test it, or no room for it; nil if nothing is known against it.
    package let obstacle: AgentError?

    /// How serious the end of the poll would be, as far as it is known before anything is fetched.
    package var severity: Severity {
        let answer = trouble?.family.ofCopy(isOfCopy).severity
        // A poll that is refused says so, even if it can write nothing.
        if let answer, answer != .harmless { return answer }
        if stateTrouble != nil { return Trouble.state.severity }
        if let answer { return answer }
        let years = plan.years.compactMap(\.trouble) + (obstacle.map { [$0.family] } ?? [])
        return years.map(\.severity).max() ?? .harmless
    }

    /// What prevents the poll, in a sentence; nil if nothing does.
    package var problem: String? {
        isOfCopy ? trouble?.sentenceOfCopy : trouble?.description
    }

    /// What a person can do about it; nil if there is nothing, or if the sentence says it.
    package var remedy: String? { isOfCopy ? nil : trouble?.remedy(isKnown: isKnown) }
}

extension Poller {
    /// Tells what a poll would do now.
    ///
    /// It asks the repository and writes nothing, not even the answer.
    ///
    /// It takes the steps of a poll without their effects. It takes no lock, so it disturbs no poll; a poll
    /// at the same time may change the answer.
    ///
    /// - Throws: ``AgentError`` if no plan can be made.
    package func preview() throws(AgentError) -> PollPreview {
        let (end, inventory) = try rehearse { $0.run() }
        let plan = UpdatePlan.merged(end.plans)
        return PollPreview(
            plan: plan, trouble: end.trouble, isOfCopy: repository?.isCopy ?? false,
            isKnown: state.hasTimestamp, stateTrouble: .find(state, isPolled: true),
            obstacle: obstacle(plan, inventory))
    }

    /// Takes steps without their effects: it locks nothing and writes nothing.
    ///
    /// - Throws: ``AgentError`` if the state folder cannot be read.
    func rehearse(
        _ body: (inout PollSteps) -> Void
    ) throws(AgentError) -> (progress: PollProgress, inventory: Inventory) {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            // The poll makes a missing folder. If something else has its name, the poll ends.
            guard try Files.kind(state.path) != nil else { return }
            _ = try Folder(state.path, followingLink: true)
        }
        let gathering = gathering(mends: false)
        let restoring = BundleRestoring(loader: loader, writes: false)
        let found = StateReader(state: state, waitMax: options.lockWait).read {
            (try? $0.get())?.isWhole == true
        } _: {
            Result { () throws(FileError) -> Inventory in
                var inventory = try gathering.gather(embedded: embedded)
                restoring.restore(&inventory)
                return inventory
            }
        }
        let inventory = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try found.value.get()
        }
        var steps = steps(
            PreviewEffects(inventory), MetadataFolder(state, mends: false),
            PollProgress(
                memory: Memory(state, limits), served: inventory.current?.index ?? SetIndex()))
        body(&steps)
        return (steps.progress, inventory)
    }

    /// Why a plan's new bundles could not be taken: the program that tests them is not there, or the disk has no room.
    ///
    /// - Returns: nil if nothing is known against them.
    private func obstacle(_ plan: UpdatePlan, _ inventory: Inventory) -> AgentError? {
        if plan.years.contains(where: { $0.needsTest(inventory) }),
            let program = options.selfTest?.command.first, access(program, X_OK) != 0
        {
            return .selfTestNotRun(program, ChildStartError(code: errno))
        }
        guard let free = try? options.freeBytes(state.path) else { return nil }
        let loader = loader
        return plan.years.compactMap(\.step.offer).lazy.compactMap { offer in
            let partial = PartialDownload(in: loader.state, sha256: offer.sha256)
            return loader.lack(for: offer, partial, freeBytes: free)
        }.first
    }
}
