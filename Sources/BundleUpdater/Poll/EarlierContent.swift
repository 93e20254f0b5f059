import BundleArchive
import BundleFormat
import Files
import TUF
import UpdatePolicy

extension FollowingStep {
    /// What a search for a content gave.
    struct Search {
        var outcome: StepOutcome
        /// The content; nil if there is no such.
        var found: (year: BundleYear, version: ContentVersion, publishedUnixSeconds: Int64?)?
        /// Why there is none.
        var refusal: ChoiceError?

        fileprivate func refused(_ error: ChoiceError) -> Search {
            var search = self
            search.refusal = error
            return search
        }

        fileprivate func ended(by error: AgentError) -> Search {
            var search = self
            search.outcome = outcome.ended(by: error)
            return search
        }
    }

    /// Asks the repository for a content that a person names, and brings it to its place below `bundles/`.
    ///
    /// The content may be offered, or only be named by the signed record, which machines fetch for nothing else. It is
    /// downloaded and verified like every other.
    ///
    /// - Parameters:
    ///   - year: its season.
    ///   - prefix: the first digits of its version.
    ///   - loader: brings it to its place; nil to only search.
    ///   - inventory: what is on the disk.
    ///   - standing: what holds on the machine.
    /// - Returns: what was found.
    func search(
        _ year: BundleYear, _ prefix: String, _ loader: Loader?, _ inventory: Inventory,
        _ standing: Standing
    ) -> Search {
        let mirrors = Mirrors(reader.repository.mirrors)
        let (outcome, news) = ask(mirrors, inventory, standing)
        var search = Search(outcome: outcome)
        guard let news else { return search }
        do throws(AgentError) {
            let recorded = try self.recorded(year, news.updater, mirrors)
            let facts = ChoiceFacts(
                policy: planner.policy(inventory, .fresh(news.offers), outcome.standing))
            let version: ContentVersion
            do throws(ChoiceError) {
                version = try facts.version(
                    year, prefix, recorded: Set(recorded.map(\.zip.version)))
            } catch {
                return search.refused(error)
            }
            let listed = news.offers.accepted[year].flatMap {
                $0.custom.version == version ? $0 : nil
            }
            let content = recorded.first { $0.zip.version == version }
            let offer =
                listed
                ?? content.map { Offer(recorded: $0.zip, year, published: $0.published) }
            let published = offer?.custom.publishedUnixSeconds
            search.found = (year, version, published == 0 ? nil : published)
            search.outcome.standing.memory.vouched.hear(
                year, version, publishedUnixSeconds: search.found?.publishedUnixSeconds)
            guard !facts.isHere(year, version), let offer else { return search }
            let readMax = reader.levelMax(news.updater.targets)
            guard offer.custom.format <= readMax else {
                return search.refused(
                    .isUnreadable(year, version, level: offer.custom.format))
            }
            if let loader {
                try bring(offer, isListed: listed != nil, news.updater, mirrors, loader)
            }
            return search
        } catch {
            if case .update(.transfer(.absent)) = error, let found = search.found {
                return search.refused(.isGone(year, found.version))
            }
            return search.ended(by: error)
        }
    }

    /// The contents of a season that the signed record names; none if there is no record.
    private func recorded(
        _ year: BundleYear, _ updater: Updater, _ mirrors: Mirrors
    ) throws(AgentError) -> [(zip: StoredZip, published: String?)] {
        guard let target = updater.targets.first(where: { $0.path == RecallList.targetPath }) else {
            return []
        }
        let bytes: [UInt8]
        do throws(UpdateError) {
            guard target.lengthBytes <= RecordedContents.lengthBytesMax else {
                throw .transfer(.tooLong(lengthBytesMax: RecordedContents.lengthBytesMax))
            }
            bytes = try mirrors.bytes(of: target, by: updater)
        } catch {
            throw .update(error)
        }
        do throws(BundleFormatError) {
            return try RecordedContents(bytes).contents(year)
        } catch {
            throw .update(.repository(.malformed(file: target.path, problem: error.problem)))
        }
    }

    /// Downloads a content and puts it in its place; when this returns, the disk has it.
    private func bring(
        _ offer: Offer, isListed: Bool, _ updater: Updater, _ mirrors: Mirrors, _ loader: Loader
    ) throws(AgentError) {
        let plan = YearPlan(year: offer.custom.year, step: .download(offer), reason: .pinned)
        var loader = loader
        loader.downloads = Downloads(
            UpdatePlan(years: [plan]), updater: updater, mirrors: mirrors,
            recorded: isListed ? nil : offer, report: options.progress)
        guard let staged = try loader.stage(plan) else { return }
        try loader.settle(staged)
    }
}
