import BundleFormat
import SeasonAuthoring
import TUF

/// Gathers what a publish is decided from, and plans it.
///
/// It writes nothing and signs nothing.
struct PublishGathering {
    private let publisher: Publisher
    private let configuration: HomeConfiguration
    private let reader: LiveReader
    private let found: LiveReader.Found
    private let file: DecisionsFile.Content

    private var live: LiveState? { found.live }
    private var roots: RootChain { reader.roots }
    private var destination: any PublishDestination { publisher.destination }

    /// Reads the home and the repository; throws if the key is not the newest root's.
    init(_ publisher: Publisher) throws(PublishError) {
        self.publisher = publisher
        configuration = try HomeConfiguration.read(publisher.home.configurationPath)
        reader = try LiveReader(
            publisher.destination, home: publisher.home, roots: publisher.roots, now: publisher.now)
        if let key = publisher.key { try reader.roots.requireOnlineKey(key, now: publisher.now) }
        found = try reader.read()
        file = try DecisionsFile(home: publisher.home).read(now: publisher.now)
    }

    var filesToRemember: [String: [UInt8]] { live?.files ?? [:] }

    /// Plans the publish; throws if it must not be made.
    func facts() throws(PublishError) -> PublishFacts {
        var notes = notesOfFound
        let packed = packedSeasons
        let decided = try decide(packed)
        let lines = decided.lines(after: file.decisions, now: publisher.now)
        let decisions = file.decisions.adding(lines)
        notes += decided.notes
        let contents = try given(packed)
        var offering: Offering?
        var missing: [String: PublishFile.Content] = [:]
        if let contents {
            var given = contents
            missing = try missingZips(&given, packed)
            let decidedOffering = try offer(given, decisions)
            notes += self.notes(of: decidedOffering, given)
            offering = decidedOffering
        } else if !decided.entries.isEmpty {
            let file = DecisionsFile(home: publisher.home).path
            notes.append(
                "the repository has nothing valid to sign the decision over, so it is only in \(file): "
                    + "\(.publish) signs it")
        }
        let rootExpires = try roots.newestMetadata().expires
        let plan = try plan(offering, restored: restored(offering, missing), rootExpires)
        if publisher.rollout != nil, !plan.hasNewContent {
            notes.append(
                "--waves and --hold-off are for new contents, and there are none; "
                    + "\(.waves(nil, "WAVES")) changes a rollout that has begun")
        }
        return PublishFacts(
            configuration: configuration, roots: roots,
            newRoots: try roots.signed(
                after: found.roots.count, in: publisher.home.metadataPath),
            rootExpires: rootExpires, found: found, file: file, lines: lines,
            why: publisher.why, packed: packed,
            zips: missing, offering: offering, plan: plan, notes: notes)
    }

    private var packedSeasons: [BundleYear: PackedSeason] {
        guard case .seasons(let seasons, _) = publisher.content else { return [:] }
        return Dictionary(uniqueKeysWithValues: seasons.map { ($0.year, $0) })
    }

    // MARK: - What is decided

    /// Compares with live, and finds the lines that the command adds.
    private func decide(_ packed: [BundleYear: PackedSeason]) throws(PublishError) -> Decided {
        guard let deciding = deciding(packed) else { return Decided() }
        // Mistakes must not hold up a recall; they are left out, with a note.
        guard isDecision || file.mistakes.isEmpty else {
            throw PublishError(.mistakes(file.mistakes))
        }
        var notes: [Advice] = []
        do throws(PublishError) {
            try requireNothingLacking(packed)
        } catch {
            guard publisher.isPlan, error.kind == .behind else { throw error }
            notes = ["publish would end with 4: \(error.message)"]
        }
        let zips = PublishedZips(destination: destination)
        let view = DecisionView(
            live: live, problem: found.problem, decisions: file.decisions,
            place: destination.name,
            hasZip: { (zip, year) throws(PublishError) in try zips.has(zip, year) })
        var decided = try deciding.decide(view)
        decided.notes = notes + decided.notes
        return decided
    }

    /// What finds the lines; nil if the command adds none.
    private func deciding(_ packed: [BundleYear: PackedSeason]) -> (any Deciding)? {
        switch publisher.content {
        case .asPublished: nil
        case .decided(let deciding): deciding
        case .promoted(let promotion): promotion
        case .seasons(_, let again):
            Again(years: again, given: packed.mapValues { StoredZip($0) })
        }
    }

    private var isDecision: Bool {
        if case .decided = publisher.content { true } else { false }
    }

    private func requireNothingLacking(
        _ packed: [BundleYear: PackedSeason]
    ) throws(PublishError) {
        guard let live else { return }
        let check = PublishGuard(live: live, decisions: file.decisions, over: publisher.over)
        try check.requireLines()
        if case .seasons = publisher.content {
            try check.requireNewer(publisher.checkout, given: packed.mapValues { StoredZip($0) })
        }
    }

    // MARK: - What is given

    /// The contents that the offering is made from; nil to leave what is live as it is.
    private func given(
        _ packed: [BundleYear: PackedSeason]
    ) throws(PublishError) -> [BundleYear: StoredZip]? {
        switch publisher.content {
        case .asPublished:
            guard live != nil else { throw found.problem ?? .unpublished(destination.name) }
            return nil
        case .decided: return live?.given
        case .promoted(let promotion):
            return (live?.given ?? [:])
                .merging(promotion.bundles.mapValues { StoredZip($0) }) { $1 }
        case .seasons:
            return packed.mapValues { season in
                // Another version of zlib packs other bytes: the published zip stays.
                let known = live?.record?.contents(season.year) ?? []
                return known.first { $0.version == season.version } ?? StoredZip(season)
            }
        }
    }

    /// The zips of given contents that the repository lacks; a zip that is gone is packed again.
    private func missingZips(
        _ given: inout [BundleYear: StoredZip], _ packed: [BundleYear: PackedSeason]
    ) throws(PublishError) -> [String: PublishFile.Content] {
        var missing: [String: PublishFile.Content] = [:]
        let zips = PublishedZips(destination: destination)
        for (year, zip) in given.sorted(by: { $0.key < $1.key }) {
            if case .promoted(let promotion) = publisher.content,
                let bundle = promotion.bundles[year], try !zips.has(zip, year)
            {
                missing[zip.path(year)] = .bytes(
                    try promotion.source.repository.download(bundle.target))
            } else if let season = packed[year], try !zips.has(zip, year) {
                let own = StoredZip(season)
                given[year] = own
                missing[own.path(year)] = .season(season)
            }
        }
        return missing
    }

    private func offer(
        _ given: [BundleYear: StoredZip], _ decisions: Decisions
    ) throws(PublishError) -> Offering {
        var facts = OfferingFacts(given: given, decisions: decisions, now: publisher.now)
        facts.live = live?.bundles ?? [:]
        facts.offered = live?.record?.offered ?? [:]
        facts.withdrawn = live?.recalls.withdrawn ?? []
        facts.rollout = publisher.rollout ?? configuration.rollout
        switch publisher.content {
        case .seasons: facts.commit = publisher.checkout.commit
        case .promoted(let promotion): facts.commit = promotion.source.record?.commit
        case .decided, .asPublished: facts.commit = live?.record?.commit
        }
        let search = ZipSearch(reader: reader, found: found)
        for (year, zip) in given {
            let shown = decisions.shown(year, given: zip.version)
            guard shown != zip.version, !decisions.isRecalled(year, shown) else { continue }
            facts.replacements[year] = try search.find(shown, year).map { [shown: $0] }
        }
        return Offering(facts)
    }

    /// The seasons that stay as they are, and whose zip is put back.
    private func restored(
        _ offering: Offering?, _ missing: [String: PublishFile.Content]
    ) -> Set<BundleYear> {
        Set(offering?.seasons.filter { missing[$0.value.zipPath] != nil }.map(\.key) ?? [])
    }

    private func plan(
        _ offering: Offering?, restored: Set<BundleYear>, _ rootExpires: UTCTime
    ) throws(PublishError) -> PublishPlan {
        var planner = PublishPlanner(rootExpires: rootExpires, now: publisher.now)
        planner.offering = offering
        planner.live = live
        planner.hasRoot = found.roots.trusted > 0
        planner.lacksRoot = found.roots.count < roots.files.count
        planner.restored = restored
        planner.isForced = publisher.isForced
        planner.canSign = publisher.key != nil || publisher.isDryRun
        let plan = try planner.plan { (version) throws(PublishError) -> Bool in
            for role in ["targets", "snapshot"] {
                let path = "metadata/\(version).\(role).json"
                guard try destination.lengthBytes(of: path) == nil else { return false }
            }
            return true
        }
        // Nothing that could be offered counts: the decision waits in the file.
        guard offering != nil || live != nil else {
            return PublishPlan(seasons: [], signing: .nothing, version: plan.version)
        }
        return plan
    }

    // MARK: - What a person should know

    private var notesOfFound: [Advice] {
        var notes = found.roots.falsePaths.map { path -> Advice in
            "\(path) is no root of yours, and machines stop at it: it is removed; find out who put it there"
        }
        if let live, !live.isInRepository, let problem = found.problem {
            notes.append(
                "\(problem.message); the newest state that this home has seen is signed again")
        }
        let count = file.mistakes.count
        if isDecision, count > 0 {
            notes.append(
                "\(DecisionsFile(home: publisher.home).path): \(count == 1 ? "a line" : "\(count) lines") "
                    + "could not be read and \(count == 1 ? "was" : "were") not signed; check shows them"
            )
        }
        if case .seasons = publisher.content, publisher.checkout.commit?.isDirty == true {
            notes.append("the folder of seasons has changes that are not committed")
        }
        return notes
    }

    private func notes(
        of offering: Offering, _ given: [BundleYear: StoredZip]
    ) -> [Advice] {
        var notes: [Advice] = []
        for (year, zip) in given.sorted(by: { $0.key < $1.key }) {
            if let version = offering.missing[year] {
                let known = live?.record?.offered[year]?.first { $0.version == version }
                let source =
                    known?.commit.map {
                        "check out commit \($0.prefix(12)) and publish bundles/\(year) from it"
                    } ?? "publish bundles/\(year) from the commit that has it"
                notes.append(
                    "\(year) stays as it is: the zip of \(version.short), which decisions.txt shows, "
                        + "is gone; \(source)")
            } else if offering.recalls.withdrawn.contains(year) {
                notes.append(
                    "\(year) is withdrawn: \(zip.version.short) is recalled or replaced, and nothing is "
                        + "shown instead; machines show the content inside the program")
            } else if let shown = offering.seasons[year]?.custom.version, shown != zip.version {
                notes.append(
                    "\(year) shows \(shown.short) instead of \(zip.version.short), as decisions.txt says; "
                        + "publish --again \(year) shows the folder's content")
            }
            if let bundle = offering.seasons[year], bundle.custom.format > 1,
                live?.bundles[year]?.custom.version != bundle.custom.version
            {
                notes.append(
                    "\(year) \(bundle.custom.version.short) needs level \(bundle.custom.format) of the "
                        + "description language; machines with programs that read less keep the content "
                        + "that they have")
            }
        }
        return notes
    }
}
