import BundleArchive
import BundleFormat
import Files
import TUF
import UpdatePolicy

/// The two halves of a poll: without network and with it.
extension Poller {
    /// Cleans up after earlier runs and makes `current` name a whole set, without network.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - draft: what has come of the poll so far.
    /// - Returns: what is there then.
    /// - Throws: ``AgentError``; what was served is served.
    package func prepare(
        _ inventory: Inventory, _ draft: inout PollDraft
    ) throws(AgentError) -> Inventory {
        Reaper(state: state).reap(.leftovers(inventory))
        let word = remembered(inventory, &draft)
        try carryOut(policy(inventory, word, draft).plan(), inventory, nil, &draft)
        return draft.hasSwitched || !draft.failed.isEmpty ? try gather() : inventory
    }

    /// Asks the repository and follows its word, each year by itself.
    ///
    /// - Parameters:
    ///   - repository: whom to ask.
    ///   - inventory: what is there.
    ///   - draft: what has come of the poll so far.
    /// - Throws: ``AgentError``; what was served is served.
    package func update(
        _ repository: Repository, _ inventory: Inventory, _ draft: inout PollDraft
    ) throws(AgentError) {
        let mirrors = Mirrors(repository.mirrors)
        defer { draft.mirrors = mirrors.records }
        let metadata = OverlayStore(over: MetadataFolder(path: state.metadata))
        var updater = updater(repository, metadata)
        let refresh: RefreshReport
        do throws(UpdateError) {
            refresh = try self.refresh(&updater, repository, mirrors)
        } catch {
            // What was verified before it failed is kept; that it failed is what is to be told.
            if metadata.hasChanges, (try? metadata.commit()) != nil {
                _ = remembered(inventory, &draft)
            }
            throw .update(error)
        }
        guard let offers = try learn(refresh, updater, inventory, &draft) else {
            preconditionFailure("a refresh without targets")
        }
        // Before the metadata: what came by it is then never without those who vouch for it.
        try save(&draft)
        do throws(StoreError) {
            try metadata.commit()
        } catch {
            throw .update(.store(error))
        }
        draft.refresh = refresh
        draft.memory.trials.notice(
            offers, draft.machine, nowUnixSeconds: clock(), random: options.random)
        var inventory = inventory
        var policy = policy(inventory, .fresh(offers), draft)
        if policy.servesWithdrawn {
            // At once, before anything is fetched: the fetching may fail.
            let withdrawal = self.policy(inventory, .remembered(offers), draft).plan()
            try carryOut(withdrawal, inventory, nil, &draft)
            inventory = try gather()
            policy = self.policy(inventory, .fresh(offers), draft)
        }
        let budget = options.room(limits)
        let plan = policy.plan(within: budget)
        let wanted = plan.years.compactMap { $0.step.offer }
        let withoutRoom = plan.years.filter { $0.reason.obstacle == .state }
            .compactMap { offers.accepted[$0.year]?.sha256 }
        let kept = budget.kept(
            inventory, setsMax: limits.setsMax, wanted: wanted,
            spared: draft.memory.trials.spared)
        // Before anything is fetched: what a full disk still holds may be the room that is missing.
        Reaper(state: state).reap(
            .unneeded(
                inventory, setsMax: kept.sets, wanted: plan.wanted, spared: kept.spared,
                forgotten: draft.forgotten,
                downloads: offers.missing(from: inventory).subtracting(withoutRoom)))
        let downloads = Downloads(
            plan, updater: updater, mirrors: mirrors, report: options.progress)
        defer { draft.sources.merge(downloads.sources) { $1 } }
        try carryOut(plan, inventory, downloads, &draft)
    }

    /// What the repository said when it last answered; nothing where that is not known for certain.
    ///
    /// - Parameters:
    ///   - inventory: what is there.
    ///   - draft: whose memory takes in what is trusted.
    /// - Returns: the word.
    package func remembered(_ inventory: Inventory, _ draft: inout PollDraft) -> RepositoryWord {
        guard let repository else { return .none }
        var updater = updater(repository, MetadataFolder(path: state.metadata))
        // The refresh that follows says better what is wrong.
        guard let trusted = try? updater.loadTrusted(),
            let offers = try? learn(trusted, updater, inventory, &draft)
        else { return .none }
        return .remembered(offers)
    }

    /// Takes in who may vouch for seasons, what they vouch for, and what they recall.
    ///
    /// - Parameters:
    ///   - trusted: what is trusted.
    ///   - updater: which trusts it.
    ///   - inventory: what is there.
    ///   - draft: whose memory takes it in.
    /// - Returns: what is offered; nil where no targets are trusted.
    /// - Throws: ``AgentError`` for a root that this machine knows to be outdated, as metadata that was lost and
    ///   an old copy together lead to.
    package func learn(
        _ trusted: RefreshReport, _ updater: Updater, _ inventory: Inventory,
        _ draft: inout PollDraft
    ) throws(AgentError) -> Offers? {
        guard let repository, let root = trusted.status(of: .root) else { return nil }
        let known = VouchedContents.Root(
            chain: ContentHasher.hex(of: repository.packagedRoot), version: root.version,
            keys: trusted.targetsKeyIDs, replaced: trusted.replacedTargetsKeyIDs)
        guard draft.memory.vouched.follow(known) else {
            throw .update(
                .repository(
                    .rollback(
                        role: root.role.rawValue,
                        trusted: draft.memory.vouched.root?.version ?? root.version,
                        found: root.version)))
        }
        draft.memory.vouched.adopt(inventory)
        guard let targets = trusted.status(of: .targets) else { return nil }
        let offers = Offers(
            updater.targets, formatMax: levelMax(of: updater.targets), limits: limits.bundle)
        draft.memory.vouched.hear(offers, targetsVersion: targets.version)
        draft.repairs += draft.memory.forget(
            offers, served: draft.served, embedded: inventory.embedded)
        draft.memory.prune(offers, inventory)
        draft.forgotten = policy(inventory, .remembered(offers), draft).forgotten
        return offers
    }

    /// Asks one mirror after the other what is published.
    package func refresh(
        _ updater: inout Updater, _ repository: Repository, _ mirrors: Mirrors
    ) throws(UpdateError) -> RefreshReport {
        try mirrors.attempt { (mirror, isFirst) throws(UpdateError) in
            updater.fetcher = mirror.fetcher
            updater.usesValidators = isFirst && !repository.isCopy
            return try updater.refresh()
        }.value
    }

    package func updater(_ repository: Repository, _ store: any MetadataStore) -> Updater {
        Updater(
            packagedRoot: repository.packagedRoot, store: store,
            fetcher: repository.mirrors[0].fetcher, limits: limits.metadata,
            now: UTCTime(unixSeconds: clock()), usesValidators: !repository.isCopy)
    }

    package func policy(
        _ inventory: Inventory, _ word: RepositoryWord, _ draft: PollDraft
    ) -> SelectionPolicy {
        SelectionPolicy(
            inventory: inventory, word: word, choices: draft.memory.choices,
            trials: draft.memory.trials, vouched: draft.memory.vouched, machine: draft.machine,
            tester: options.selfTest?.identity, nowUnixSeconds: clock())
    }

    /// Looks at what is there for the first time in a poll, and keeps which bundles were read.
    package func look() throws(AgentError) -> Inventory {
        let inventory = try gather()
        verified.write(keeping: inventory)
        return inventory
    }

    package func gather(mending: Bool = true) throws(AgentError) -> Inventory {
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try InventoryGathering(
                state: state, limits: limits, verified: verified, hashes: hashes, mends: mending
            ).gather(embedded: embedded)
        }
    }

    /// Takes away what the switch has made unneeded, and what failed steps have left.
    ///
    /// What resists is left for the next poll: it is in nobody's way.
    ///
    /// - Parameter draft: what has come of the poll.
    package func reapAfterwards(_ draft: PollDraft) {
        guard draft.hasSwitched || !draft.failed.isEmpty || !draft.forgotten.isEmpty,
            let inventory = try? gather()
        else { return }
        let reaper = Reaper(state: state)
        reaper.reap(.leftovers(inventory))
        let kept = options.room(limits).kept(
            inventory, setsMax: limits.setsMax, spared: draft.awaited)
        reaper.reap(
            .unneeded(
                inventory, setsMax: kept.sets, spared: kept.spared, forgotten: draft.forgotten))
    }
}
