import BundleFormat
import SeasonAuthoring
import TUF

/// The contents that a command may name.
extension Publisher.Report {
    /// The content that a season shows now, by the lines.
    func shown(_ year: BundleYear) throws(PublishError) -> ContentVersion {
        if let given = live?.given[year] { return decisions.shown(year, given: given.version) }
        if live == nil, let problem = repository.problem { throw problem }
        let years = (live?.given.keys.sorted() ?? []).map(\.description).joined(separator: ", ")
        throw PublishError(
            "\(place): expected season \(year), found \(years.isEmpty ? "none" : years)",
            remedy: years.isEmpty ? "publish it first" : "name one of those, or publish it first")
    }

    /// The contents of a season that are known: given, offered now or before; newest first.
    private func offered(_ year: BundleYear) -> [OfferedContent] {
        live?.contents(year).withoutRepeats ?? []
    }

    /// The contents that a command may name, a line each: version, since when, of which commit, state.
    func choices(_ year: BundleYear) -> [String] {
        let shown = try? shown(year)
        return offered(year).map { content in
            let version = content.version
            let state =
                decisions.isRecalled(year, version)
                ? ", recalled"
                : version == shown
                    ? ", shown now"
                    : decisions.replacement(of: version, year) != nil ? ", rolled back" : ""
            return "\(version.short)  \(content.published)"
                + (content.commit.map { "  commit \($0.prefix(12))" } ?? "") + state
        }
    }

    func version(
        _ prefix: VersionPrefix, _ year: BundleYear
    ) throws(PublishError) -> ContentVersion {
        if let whole = ContentVersion(prefix.digits) { return whole }
        if live == nil, let problem = repository.problem { throw problem }
        var known = Set(offered(year).map(\.version))
        for line in decisions.lines where line.year == year {
            known.insert(line.version)
            if case .rollback(let other) = line.decision { known.insert(other) }
        }
        known.formUnion(live?.recalls.recalled[year] ?? [])
        let meant = known.filter { $0.hex.hasPrefix(prefix.digits) }
        if meant.count == 1, let version = meant.first { return version }
        throw PublishError(
            "\(prefix.digits): expected the beginning of one content of \(year), "
                + "found \(meant.count)",
            remedy: "name more digits; all 64 name a content that is not known here",
            details: choices(year))
    }

    /// Throws if no machine may serve a content that a person wants to show.
    func requireServable(_ version: ContentVersion, _ year: BundleYear) throws(PublishError) {
        guard decisions.isRecalled(year, version) else { return }
        throw PublishError(
            "\(year): expected a content that may be served, found that \(version.short) is recalled",
            remedy: "choose another, or \(.lift(year, version))", details: choices(year))
    }

    /// The newest earlier content that no line replaces or recalls and whose zip is there; nil if there is none.
    func earlier(
        _ year: BundleYear, than shown: ContentVersion
    ) throws(PublishError) -> OfferedContent? {
        for content in live?.record?.offered[year] ?? [] {
            guard content.version != shown, !decisions.isRecalled(year, content.version),
                decisions.replacement(of: content.version, year) == nil,
                try publisher.destination.has(content.zip, year)
            else { continue }
            return content
        }
        return nil
    }
}
