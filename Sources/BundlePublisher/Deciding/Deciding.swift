import BundleFormat
import TUF

/// A command that adds lines to `decisions.txt`: which ones follow from what it is asked for and from the live state.
package protocol Deciding {
    /// Finds the lines.
    ///
    /// - Throws: ``PublishError/season(_:)`` if the command cannot decide; then nothing was done.
    func decide(_ view: DecisionView) throws(PublishError) -> Decided
}

/// What a command decides.
package struct Decided: Equatable {
    /// One line, without its time.
    package struct Entry: Equatable {
        let year: BundleYear
        let version: ContentVersion
        let decision: DecisionLine.Decision
    }

    /// The lines to add; none if the checkout's lines say it already.
    package var entries: [Entry] = []
    /// What a person should know.
    package var notes: [PublishNote] = []

    /// The lines with their times: each later than every line that is there.
    func lines(after decisions: Decisions, now: UTCTime) -> [DecisionLine] {
        let last = decisions.lines.last.map { $0.time.unixSeconds + 1 } ?? 0
        let first = max(now.unixSeconds, last)
        return entries.enumerated().map { at, entry in
            DecisionLine(
                time: UTCTime(unixSeconds: first + Int64(at)), year: entry.year,
                version: entry.version, decision: entry.decision)
        }
    }
}

/// What a command decides from.
package struct DecisionView {
    let live: LiveState?
    /// Why what the repository has does not count; nil if it does, or if it has nothing.
    let problem: PublishError?
    /// The lines of the checkout.
    let decisions: Decisions
    let place: String
    /// Whether a zip is in the repository.
    let hasZip: (StoredZip, BundleYear) throws(PublishError) -> Bool

    /// The content that a season shows now, by the checkout's lines.
    ///
    /// - Throws: ``PublishError/season(_:)`` if the season is not published.
    func shown(_ year: BundleYear) throws(PublishError) -> ContentVersion {
        guard let given = live?.given[year] else {
            if live == nil, let problem { throw problem }
            throw .season(
                .unpublished(year, place: place, published: live?.given.keys.sorted() ?? []))
        }
        return decisions.shown(year, given: given.version)
    }

    /// The contents of a season that are known: given, offered now or before; newest first.
    func offered(_ year: BundleYear) -> [OfferedContent] {
        live?.contents(year).withoutRepeats ?? []
    }

    /// The choices of a command that takes a version.
    func choices(_ year: BundleYear) -> [SeasonProblem.Choice] {
        let shown = try? shown(year)
        return offered(year).map { content in
            SeasonProblem.Choice(
                content: content,
                state: decisions.isRecalled(year, content.version)
                    ? .recalled
                    : content.version == shown
                        ? .shown
                        : decisions.replacement(of: content.version, year) != nil ? .replaced : nil)
        }
    }

    /// The content that digits name.
    ///
    /// - Throws: ``PublishError/season(_:)`` if none or several begin with them.
    func version(
        _ prefix: VersionPrefix, _ year: BundleYear
    ) throws(PublishError) -> ContentVersion {
        if let whole = ContentVersion(prefix.digits) { return whole }
        if live == nil, let problem { throw problem }
        var known = Set(offered(year).map(\.version))
        for line in decisions.lines where line.year == year {
            known.insert(line.version)
            if case .rollback(let other) = line.decision { known.insert(other) }
        }
        known.formUnion(live?.recalls.recalled[year] ?? [])
        let meant = known.filter(prefix.matches)
        guard let version = meant.first, meant.count == 1 else {
            throw .season(
                .ambiguous(
                    year, digits: prefix.digits, count: meant.count, choices: choices(year)))
        }
        return version
    }

    /// The newest earlier content that no line replaces or recalls and whose zip is there; nil if there is none.
    func earlier(
        _ year: BundleYear, than shown: ContentVersion
    ) throws(PublishError) -> OfferedContent? {
        for content in live?.record?.offered[year] ?? [] {
            guard content.version != shown, !decisions.isRecalled(year, content.version),
                decisions.replacement(of: content.version, year) == nil,
                try hasZip(content.zip, year)
            else { continue }
            return content
        }
        return nil
    }

    /// The lines that show a content instead of the one that a season shows now.
    func showing(_ version: ContentVersion, _ year: BundleYear) -> [Decided.Entry] {
        var entries: [Decided.Entry] = []
        // A content that was replaced before is shown itself again.
        if decisions.replacement(of: version, year) != nil {
            entries.append(.init(year: year, version: version, decision: .again))
        }
        guard let given = live?.given[year]?.version else { return entries }
        let next = decisions.adding(
            Decided(entries: entries).lines(after: decisions, now: UTCTime(unixSeconds: 0)))
        let shown = next.shown(year, given: given)
        if shown != version {
            entries.append(.init(year: year, version: shown, decision: .rollback(to: version)))
        }
        return entries
    }
}

/// A content version as a person names it: its first digits, from 6 on, or all 64.
package struct VersionPrefix: Equatable, Sendable {
    package let digits: String

    /// Checks the digits; nil if they are not hexadecimal, too few or too many.
    package init?(_ text: String) {
        let text = text.lowercased()
        let isHex = text.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
        }
        guard isHex, 6...64 ~= text.utf8.count else { return nil }
        digits = text
    }

    /// True if a version begins with these digits.
    package func matches(_ version: ContentVersion) -> Bool { version.hex.hasPrefix(digits) }
}
