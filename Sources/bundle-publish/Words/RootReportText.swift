import BundlePublisher
import JSON
import SeasonAuthoring
import Text
import TUF

/// What a `keys` command did, in words for people and for machines.
struct RootReportText {
    let report: RootPublisher.Report
    let options: KeysOptions
    let commands: PrintedCommands

    /// One line for each change of a root, which people read before they sign it.
    static func changes(_ edit: RootEditor.Edit) -> [String] {
        (edit.difference.lines + [edit.difference.warning].compactMap { $0 }).map {
            "root \(edit.pending.draft.version): \($0)"
        }
    }

    private var published: PublishReportText? {
        report.published.map {
            PublishReportText(report: $0, isDryRun: options.change.dryRun, commands: commands)
        }
    }

    /// A few lines: the state of the root, what was written, what to do next.
    var lines: String {
        let pending = report.edit.pending
        let version = pending.draft.version
        let signers = pending.signers.map(KeyName.shown)
        var lines = [
            signers.isEmpty
                ? "root \(version): no signatures yet"
                : "root \(version): signed by \(signers.joined(separator: ", "))"
        ]
        lines += report.edit.written.map { PlainText.line("wrote \($0)") }
        if let published { lines.append(published.lines) }
        return (lines + next).joined(separator: "\n")
    }

    private var next: [String] {
        let missing = report.edit.pending.missing
        var lines: [String] = []
        for gap in missing {
            let keys = gap.keyIDs.map(KeyName.shown)
            let line =
                "\(counted(gap.count, "signature")) missing, of \(keys.joined(separator: " or "))"
            // Often the root before it and its own keys belong to the same people.
            if !lines.contains(line) { lines.append(line) }
        }
        if options.change.dryRun { return lines + ["nothing was written"] }
        let isNew = report.edit.difference.replacesOnlineKey
        if !missing.isEmpty {
            lines.append(
                "Next: commit \(PlainText.line(report.pendingPath)); whoever has such a key runs\n"
                    + PlainText.line("  \(commands.text(.keys("sign", "--root-key", "FILE")))"))
            if isNew, let path = report.onlineKeyPath {
                lines.append(
                    "Then: store the content of \(PlainText.line(path))\nas CI's secret "
                        + "\(OnlineKey.environmentName), and publish")
            }
            return lines
        }
        if let list = report.list {
            let count = counted(list.record.decisions.all.count, "decision")
            lines.append(
                "\(DecisionsFile.name) lists what the superseded key had signed, \(count), up to "
                    + "\(UTCTime(unixSeconds: list.upTo)).\nRead it, and remove what none of you decided."
            )
        }
        if published == nil {
            let home = PlainText.line(options.repository.homePath)
            let files =
                report.list == nil
                ? "\(home)/metadata" : "\(home)/metadata and \(home)/\(DecisionsFile.name)"
            let publishing =
                isNew && report.onlineKeyPath == nil
                ? "; whoever has the new online key publishes, which puts it in place:"
                : " and publish, which puts it in place:"
            lines.append(
                "Next: commit \(files)\(publishing)\n"
                    + PlainText.line("  \(commands.text(.publish))"))
        }
        if isNew {
            // Another home may have made the key; that one has named its file.
            let store =
                report.onlineKeyPath.map { "store the content of \(PlainText.line($0))\n" }
                ?? "whoever made this root stores it\n"
            lines.append(
                "CI signs with the new key from now on: \(store)as its secret "
                    + OnlineKey.environmentName)
        }
        return lines
    }

    var json: JSON {
        let pending = report.edit.pending
        let missing = pending.missing.map { gap -> JSON in
            ["count": .integer(Int64(gap.count)), "keyIds": Self.strings(gap.keyIDs)]
        }
        return [
            "version": .integer(pending.draft.version),
            "complete": .bool(pending.missing.isEmpty),
            "changes": Self.strings(report.edit.difference.lines),
            "warning": report.edit.difference.warning.map { .string($0) } ?? nil,
            "signedBy": Self.strings(pending.signers), "missing": .array(missing),
            "written": Self.strings(report.edit.written),
            "published": published?.json ?? nil, "dryRun": .bool(options.change.dryRun),
        ]
    }

    private static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}
