import BundleFormat
import SeasonAuthoring
import TUF

/// The lines that the command adds to `decisions.txt`: they follow from what it is asked for, the live state, the lines of
/// the checkout, and which zips are there.
extension Publisher.Report {
    /// Adds a line, with a later time than every other line has.
    private mutating func add(
        _ decision: DecisionLine.Decision, _ year: BundleYear, _ version: ContentVersion
    ) {
        let next = decisions.lines.last.map { $0.time.unixSeconds + 1 } ?? 0
        let line = DecisionLine(
            time: UTCTime(unixSeconds: max(now.unixSeconds, next)), year: year, version: version,
            decision: decision)
        lines.append(line)
        decisions = decisions.adding([line])
    }

    // MARK: - What is asked for

    /// Throws if the command cannot decide; then nothing was done.
    mutating func decide(_ request: DecisionRequest) throws(PublishError) {
        switch request {
        case .rollback(let year, let target): try rollback(year, to: target)
        case .recall(let year, let version, let replacement):
            try recall(version, year, showing: replacement)
        case .lift(let year, let version): try lift(version, year)
        case .waves(let year, let setting): try setWaves(setting, year)
        }
    }

    private mutating func rollback(
        _ year: BundleYear, to target: VersionPrefix?
    ) throws(PublishError) {
        let shown = try shown(year)
        if let target {
            let version = try version(target, year)
            try requireServable(version, year)
            guard version != shown else { return noteShown(version, year) }
            return show(version, year)
        }
        // A command that was killed has added its line: the same command signs that one.
        if let live, let given = live.given[year],
            live.record?.decisions.shown(year, given: given.version) != shown
        {
            return noteShown(shown, year)
        }
        guard let earlier = try earlier(year, than: shown) else {
            throw PublishError(
                "\(place): expected an earlier content of \(year) that may be shown, found none",
                remedy: "name a content with --to; any other is published from bundles/\(year)",
                details: choices(year))
        }
        goBack(to: earlier, year)
    }

    private mutating func recall(
        _ prefix: VersionPrefix?, _ year: BundleYear,
        showing replacement: DecisionRequest.Replacement
    ) throws(PublishError) {
        guard let prefix else {
            let choices = choices(year)
            throw PublishError(
                "\(year): expected the content to recall, found none", kind: .choose,
                remedy: choices.isEmpty
                    ? "name all 64 digits: nothing of \(year) is known here"
                    : "name one of these by its first digits",
                details: choices)
        }
        let recalled = try version(prefix, year)
        let shown = try? shown(year)
        let isRecalled = decisions.isRecalled(year, recalled)
        if isRecalled {
            notes.append("\(recalled.short) of \(year) is recalled already")
        } else {
            add(.recall, year, recalled)
        }
        switch replacement {
        case .previous:
            // A recall that is repeated keeps what it decided.
            guard shown == recalled, !isRecalled else { return }
            guard let earlier = try earlier(year, than: recalled) else {
                notes.append(
                    "no earlier content of \(year) can be shown, so machines show the content inside the program"
                )
                return
            }
            goBack(to: earlier, year)
        case .content, .embedded:
            guard shown == recalled else {
                if let shown {
                    notes.append(
                        "\(year) still shows \(shown.short): --to is for a recall of the shown content"
                    )
                }
                return
            }
            guard case .content(let prefix) = replacement else { return }
            let other = try version(prefix, year)
            try requireServable(other, year)
            show(other, year)
        }
    }

    private mutating func lift(_ prefix: VersionPrefix, _ year: BundleYear) throws(PublishError) {
        let version = try version(prefix, year)
        switch decisions.line(.recall, year, version)?.decision {
        case nil:
            throw PublishError(
                "\(year): expected a recalled content, found that \(version.short) was never recalled",
                remedy: "\(.log(year)) lists the decisions")
        case .recall: add(.lift, year, version)
        default: notes.append("the recall of \(version.short) of \(year) is lifted already")
        }
    }

    private mutating func setWaves(
        _ setting: WavesSetting?, _ year: BundleYear
    ) throws(PublishError) {
        let shown = try shown(year)
        let decision = setting.map { DecisionLine.Decision.waves($0) } ?? .stop
        if decisions.line(.rollout, year, shown)?.decision == decision {
            notes.append("the rollout of \(shown.short) of \(year) already has this course")
        } else {
            add(decision, year, shown)
        }
    }

    /// Shows contents of the folder of seasons although lines replace them.
    mutating func showAgain(_ years: Set<BundleYear>) {
        for year in years.sorted() {
            guard let version = packed[year]?.version else {
                notes.append("--again \(year) shows nothing: there is no bundles/\(year)")
                continue
            }
            if decisions.replacement(of: version, year) == nil {
                noteShown(version, year)
            } else {
                add(.again, year, version)
            }
        }
    }

    /// Takes over the recalls of another repository.
    mutating func promote(_ promotion: Promotion) {
        for (year, versions) in promotion.recalled.inOrder {
            for version in versions.sorted(by: { $0.hex < $1.hex }) {
                let theirs = promotion.source.record?.decisions.line(.recall, year, version)
                let ours = decisions.line(.recall, year, version)
                // The later of the two lines counts.
                if let ours, ours.time >= theirs?.time ?? ours.time { continue }
                add(.recall, year, version)
            }
        }
    }

    // MARK: - What is shown

    /// Shows a content instead of the one that a season shows now.
    private mutating func show(_ version: ContentVersion, _ year: BundleYear) {
        // A content that was replaced before is shown itself again.
        if decisions.replacement(of: version, year) != nil { add(.again, year, version) }
        guard let shown = try? shown(year), shown != version else { return }
        add(.rollback(to: version), year, shown)
    }

    /// The same for a content that the command has chosen itself; a note says which.
    private mutating func goBack(to content: OfferedContent, _ year: BundleYear) {
        show(content.version, year)
        let commit = content.commit.map { ", of commit \($0.prefix(12))" } ?? ""
        notes.append(
            "\(year) goes back to \(content.version.short), offered since \(content.published)\(commit)"
        )
    }

    private mutating func noteShown(_ version: ContentVersion, _ year: BundleYear) {
        notes.append("\(year) shows \(version.short) already")
    }
}
