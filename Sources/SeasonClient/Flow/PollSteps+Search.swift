import BundleFormat
import TUF

extension PollSteps {
    /// Asks the repository for a content that a person names, and brings it to its place, if `brings`.
    ///
    /// The content may be offered, or only be named by the signed record, which machines fetch for nothing else. It is
    /// downloaded and verified like every other. The result is its version; nil if trouble ended the search.
    mutating func search(
        _ sought: SoughtContent, brings: Bool
    ) throws(ChoiceError) -> ContentVersion? {
        guard let reader else { return nil }
        let (year, mirrors) = (sought.year, Mirrors(reader.repository.mirrors))
        guard let news = ask(mirrors), let inventory = inventory(),
            let recorded = recorded(year, news.updater, mirrors)
        else { return nil }
        let facts = policy(inventory, .fresh(news.offers))
        let version = try facts.version(
            year, sought.prefix, recorded: Set(recorded.map { $0.zip.version }))
        let listed = news.offers.accepted[year].flatMap {
            $0.custom.version == version ? $0 : nil
        }
        let content = recorded.first { $0.zip.version == version }
        let offer = listed ?? content.map { Offer(recorded: $0.zip, year, published: $0.published) }
        let published = offer?.custom.publishedUnixSeconds
        progress.memory.vouched.hear(
            year, version, publishedUnixSeconds: published == 0 ? nil : published)
        guard !facts.isHere(year, version), let offer else { return version }
        guard offer.custom.format <= reader.levelMax(news.updater.targets) else {
            throw ChoiceError(
                "\(year): \(version.short) needs level \(offer.custom.format) of the format, which this"
                    + " machine's programs do not read; install a newer bundle-agent and breakdown")
        }
        guard brings else { return version }
        let plan = YearPlan(year: year, step: .download(offer), reason: .pinned)
        let downloads = Downloads(
            UpdatePlan(years: [plan]), updater: news.updater, mirrors: mirrors,
            recorded: listed == nil ? offer : nil, report: report)
        do throws(AgentError) {
            try effects.bring(plan, downloads)
        } catch {
            if case .update(.transfer(.absent)) = error {
                throw ChoiceError(
                    "\(year): \(version.short) was published, and the repository does not have it any more"
                )
            }
            progress.trouble = error
            return nil
        }
        forgetInventory()
        return version
    }

    /// The contents of a season that the signed record names, none if there is no record; nil if trouble ended the search.
    private mutating func recorded(
        _ year: BundleYear, _ updater: Updater, _ mirrors: Mirrors
    ) -> [(zip: StoredZip, published: String?)]? {
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
            progress.trouble = .update(error)
            return nil
        }
        do throws(BundleFormatError) {
            return try RecordedContents(bytes).contents(year)
        } catch {
            progress.trouble = .update(
                .repository(.malformed(file: target.path, problem: error.problem)))
            return nil
        }
    }
}
