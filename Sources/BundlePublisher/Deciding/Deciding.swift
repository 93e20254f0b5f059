import BundleFormat
import SeasonAuthoring
import TUF

/// A command that adds lines to `decisions.txt`: which ones follow from what it is asked for and from the live state.
package protocol Deciding {
    /// Throws if the command cannot decide; then nothing was done.
    func decide(_ view: DecisionView) throws(PublishError) -> Decided
}

/// The lines that a command adds to `decisions.txt`, and what a person should know about them.
package struct Decided: Equatable {
    /// One line, without its time.
    package struct Entry: Equatable {
        let year: BundleYear
        let version: ContentVersion
        let decision: DecisionLine.Decision
    }

    /// The lines to add; none if the checkout's lines say it already.
    package var entries: [Entry] = []
    package var notes: [Advice] = []

    mutating func add(
        _ decision: DecisionLine.Decision, _ year: BundleYear, _ version: ContentVersion
    ) {
        entries.append(Entry(year: year, version: version, decision: decision))
    }

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

/// What a command decides from: the live state, the checkout's lines, and which zips are there.
package struct DecisionView {
    let live: LiveState?
    /// Why what the repository has does not count; nil if it does, or if it has nothing.
    let problem: PublishError?
    let decisions: Decisions
    let place: String
    let hasZip: (StoredZip, BundleYear) throws(PublishError) -> Bool

    /// The content that a season shows now, by the checkout's lines.
    func shown(_ year: BundleYear) throws(PublishError) -> ContentVersion {
        if let given = live?.given[year] {
            return decisions.shown(year, given: given.version)
        }
        if live == nil, let problem { throw problem }
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
        if live == nil, let problem { throw problem }
        var known = Set(offered(year).map(\.version))
        for line in decisions.lines where line.year == year {
            known.insert(line.version)
            if case .rollback(let other) = line.decision { known.insert(other) }
        }
        known.formUnion(live?.recalls.recalled[year] ?? [])
        let meant = known.filter(prefix.matches)
        if meant.count == 1, let version = meant.first { return version }
        throw PublishError(
            "\(prefix.digits): expected the beginning of one content of \(year), "
                + "found \(meant.count)",
            remedy: "name more digits; all 64 name a content that is not known here",
            details: choices(year))
    }

    /// Throws if no machine may serve a content that a person wants to show.
    func requireServable(_ version: ContentVersion, _ year: BundleYear) throws(PublishError) {
        guard !decisions.isRecalled(year, version) else { throw recalled(version, year) }
    }

    func recalled(_ version: ContentVersion, _ year: BundleYear) -> PublishError {
        PublishError(
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
                try hasZip(content.zip, year)
            else { continue }
            return content
        }
        return nil
    }

    /// The lines that show a content instead of the one that a season shows now.
    func showing(_ version: ContentVersion, _ year: BundleYear) -> Decided {
        var decided = Decided()
        // A content that was replaced before is shown itself again.
        if decisions.replacement(of: version, year) != nil { decided.add(.again, year, version) }
        guard let given = live?.given[year]?.version else { return decided }
        let next = decisions.adding(
            decided.lines(after: decisions, now: UTCTime(unixSeconds: 0)))
        let shown = next.shown(year, given: given)
        if shown != version { decided.add(.rollback(to: version), year, shown) }
        return decided
    }

    /// The same for a content that the command has chosen itself; a note says which.
    func goingBack(to content: OfferedContent, _ year: BundleYear) -> Decided {
        var decided = showing(content.version, year)
        let commit = content.commit.map { ", of commit \($0.prefix(12))" } ?? ""
        decided.notes.append(
            "\(year) goes back to \(content.version.short), offered since \(content.published)\(commit)"
        )
        return decided
    }
}

/// A content version as a person names it: its first digits, from 6 on, or all 64.
package struct VersionPrefix: Equatable, Sendable {
    package let digits: String

    package init?(_ text: String) {
        digits = text.lowercased()
        guard 6...64 ~= digits.utf8.count, digits.utf8.allSatisfy(HexText.isDigit) else {
            return nil
        }
    }

    func matches(_ version: ContentVersion) -> Bool { version.hex.hasPrefix(digits) }
}
