import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// Carries out a plan in memory: packs, lists and signs.
struct PublishPreparation {
    let facts: PublishFacts
    /// What is signed about contents that become new.
    var terms = PublishTerms()
    /// The online key; nil if the caller has none, which a plan of new roots does not need.
    let key: SigningKey?
    let now: UTCTime

    private var plan: PublishPlan { facts.plan }
    private var live: LiveRepository? { facts.live }
    private var published: [BundleYear: PublishedBundle] { facts.published }
    private var seasons: SeasonFacts { facts.seasons }
    private var newRoots: [SignedMetadata] { facts.survey.newRoots }
    private var configuration: HomeConfiguration { facts.survey.configuration }

    /// Makes everything; nil if the plan is to do nothing.
    ///
    /// - Throws: ``PublishError``.
    func prepare() throws(PublishError) -> PreparedPublish? {
        switch plan.signing {
        case .nothing: nil
        case .roots: PreparedPublish(targets: live?.targets ?? [], roots: newRoots)
        case .timestamp: try renewTimestamp(by: onlineKey())
        case .everything: try signEverything(by: onlineKey())
        }
    }

    private func onlineKey() throws(PublishError) -> SigningKey {
        guard let key else {
            throw .key(.noOnlineKey)
        }
        return key
    }

    private func renewTimestamp(by key: SigningKey) throws(PublishError) -> PreparedPublish? {
        guard let live, let bytes = live.stored["snapshot.json"] else { return nil }
        let snapshot: SignedMetadata
        do throws(RepositoryError) {
            snapshot = try SignedMetadata(bytes, role: .snapshot)
        } catch {
            throw .refused(.metadata(place: live.place, error))
        }
        let timestamp = try signed { () throws(SigningError) in
            try TimestampDraft(
                version: plan.version,
                expires: configuration.expiry(of: .timestamp, signedAt: now),
                snapshot: snapshot
            ).signed(by: [key])
        }
        return PreparedPublish(targets: live.targets, roots: newRoots, timestamp: timestamp)
    }

    /// True if what is live may be taken over.
    ///
    /// What a replaced key has signed may be a thief's. Then everything is packed anew, and entries that we
    /// cannot pack are left out.
    private var keepsLive: Bool { plan.signing != .everything(.onlineKey) }

    private func signEverything(by key: SigningKey) throws(PublishError) -> PreparedPublish {
        var zips = seasons.revision.zips.mapValues { PublishFile.Content.bytes($0) }
        let forms = try keepsLive ? live?.forms() : nil
        // An entry that this build does not understand, for example of a later level, stays as it is.
        var targets = forms?.others ?? []
        for season in plan.seasons where season.new != nil {
            if let bundle = seasons.revision.bundles[season.year] {
                targets.append(bundle.target)
            } else if season.change == .unchanged, keepsLive {
                if let bundle = published[season.year] { targets.append(bundle.target) }
            } else if let contents = seasons.contents?[season.year] {
                let target = target(contents)
                zips[
                    PublishedBundle.zipPath(
                        season.year, format: contents.format, sha256: contents.sha256)] =
                    .season(contents)
                targets.append(target)
            }
        }
        for entry in targets.compactMap({ PublishedBundle($0) }) where keepsLive {
            let lost = seasons.lostForms[entry.custom.year] ?? []
            targets += (forms?.carried(entry.custom.year, beside: entry.custom) ?? [])
                .filter { !lost.contains(PublishedBundle($0)?.custom.format ?? 0) }
        }
        if !keepsLive { targets += seasons.older }
        targets.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        let signed = try sign(targets, by: key)
        return PreparedPublish(
            zips: zips, targets: targets, roots: newRoots,
            targetsAndSnapshot: (signed.targets, signed.snapshot), timestamp: signed.timestamp)
    }

    private func target(_ contents: PackedSeason) -> TargetFile {
        let old = published[contents.year]?.custom
        let isSame = old?.version == contents.version
        return TargetFile(
            path: TargetName(year: contents.year, format: contents.format).path,
            lengthBytes: contents.lengthBytes,
            hashes: ["sha256": contents.sha256],
            custom: (seasons.entries[contents.year]?.with(format: contents.format)
                ?? TargetCustom(
                    year: contents.year, version: contents.version,
                    published: isSame ? old?.published ?? now.description : now.description,
                    rollout: isSame ? old?.rollout : terms.rollout,
                    recalled: old?.recalled ?? [], rolledBack: isSame ? old?.rolledBack ?? [] : [],
                    commit: isSame ? old?.commit : terms.commit, format: contents.format)).json)
    }

    private func sign(
        _ files: [TargetFile], by key: SigningKey
    ) throws(PublishError) -> (
        targets: SignedMetadata, snapshot: SignedMetadata, timestamp: SignedMetadata
    ) {
        try signed { () throws(SigningError) in
            let targets = try TargetsDraft(
                version: plan.version, expires: configuration.expiry(of: .targets, signedAt: now),
                targets: files
            ).signed(by: [key])
            let snapshot = try SnapshotDraft(
                version: plan.version, expires: configuration.expiry(of: .snapshot, signedAt: now),
                targets: targets
            ).signed(by: [key])
            let timestamp = try TimestampDraft(
                version: plan.version, expires: configuration.expiry(of: .timestamp, signedAt: now),
                snapshot: snapshot
            ).signed(by: [key])
            return (targets, snapshot, timestamp)
        }
    }

    private func signed<Value>(
        _ body: () throws(SigningError) -> Value
    ) throws(PublishError) -> Value {
        do throws(SigningError) {
            return try body()
        } catch {
            throw .key(.signing(error))
        }
    }
}
