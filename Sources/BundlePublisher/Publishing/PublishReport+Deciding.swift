import BundleFormat
import SeasonAuthoring
import TUF

extension Publisher.Report {
    /// Decides and plans; throws if the publish must not be made.
    mutating func decide(isPlan: Bool = false) throws(PublishError) {
        notes = notesOfFound
        try addLines(isPlan: isPlan)
        if let given = try given() {
            let offering = try offer(given)
            notes += notes(of: offering)
            self.offering = offering
        } else if !lines.isEmpty {
            let file = DecisionsFile(home: publisher.home).path
            notes.append(
                "the repository has nothing valid to sign the decision over, so it is only in \(file): "
                    + "\(.publish) signs it")
        }
        plan = try planned()
        let hasNewContent = plan.seasons.contains { [.added, .changed].contains($0.change) }
        if publisher.rollout != nil, !hasNewContent {
            notes.append(
                "--waves and --hold-off are for new contents, and there are none; "
                    + "\(.waves(nil, "WAVES")) changes a rollout that has begun")
        }
    }

    var isDecision: Bool {
        if case .decided = publisher.content { true } else { false }
    }

    /// Compares with live, and finds the lines that the command adds.
    private mutating func addLines(isPlan: Bool) throws(PublishError) {
        if case .asPublished = publisher.content { return }
        // Mistakes must not hold up a recall; they are left out, with a note.
        guard isDecision || file.mistakes.isEmpty else {
            throw PublishError(.mistakes(file.mistakes))
        }
        do throws(PublishError) {
            try requireNothingLacking()
        } catch {
            guard isPlan, error.kind == .behind else { throw error }
            notes.append("publish would end with 4: \(error.message)")
        }
        switch publisher.content {
        case .asPublished: break
        case .decided(let request): try decide(request)
        case .promoted(let promotion): promote(promotion)
        case .seasons(_, let again): showAgain(again)
        }
    }

    /// The contents that the offering is made from; nil to leave the live state as it is.
    ///
    /// Zips that the repository lacks are kept to be written.
    private mutating func given() throws(PublishError) -> [BundleYear: StoredZip]? {
        switch publisher.content {
        case .asPublished:
            _ = try repository.requireLive()
            return nil
        case .decided: return live?.given
        case .promoted(let promotion):
            var given = live?.given ?? [:]
            for (year, bundle) in promotion.bundles.inOrder {
                let zip = StoredZip(bundle)
                given[year] = zip
                guard try !publisher.destination.has(zip, year) else { continue }
                zips[zip.path(year)] = .bytes(try promotion.source.download(bundle.target))
            }
            return given
        case .seasons:
            var given: [BundleYear: StoredZip] = [:]
            for (year, season) in packed.inOrder {
                // Another version of zlib packs other bytes: the published zip stays.
                let known = live?.contents(year).first { $0.version == season.version }
                let zip = known?.zip ?? season.stored
                given[year] = zip
                guard try !publisher.destination.has(zip, year) else { continue }
                given[year] = season.stored
                zips[season.stored.path(year)] = .season(season)
            }
            return given
        }
    }

    private func offer(_ given: [BundleYear: StoredZip]) throws(PublishError) -> Offering {
        var record = live?.record ?? SignedRecord()
        (record.given, record.decisions) = (given, decisions)
        switch publisher.content {
        case .seasons: record.commit = publisher.checkout.commit
        case .promoted(let promotion): record.commit = promotion.source.record?.commit
        case .decided, .asPublished: break
        }
        var facts = OfferingFacts(
            record: record, live: live?.bundles ?? [:], withdrawn: live?.recalls.withdrawn ?? [],
            rollout: publisher.rollout ?? configuration.rollout,
            now: UTCTime(unixSeconds: firstVersion))
        for (year, zip) in given {
            let shown = decisions.shown(year, given: zip.version)
            guard shown != zip.version, !decisions.isRecalled(year, shown) else { continue }
            facts.replacements[year] = try repository.zip(of: shown, year)
                .map { [shown: $0] }
        }
        return Offering(facts)
    }
}
