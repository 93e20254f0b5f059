import BundlePublisher
import JSON

/// A refresh in words, for people and for machines.
enum RefreshReportText {
    /// One line, and one for each thing that a person should know.
    static func lines(
        _ report: Publisher.Report, isDryRun: Bool, _ commands: PrintedCommands
    ) -> String {
        let line =
            report.plan.signing == .nothing
            ? "nothing to renew: more than half of every role's life is left"
            : PublishReportText(report: report, isDryRun: isDryRun, commands: commands).signing
        let notes = report.notes.map { "note: \(PublishNoteText.sentence($0, commands))" }
        return ([line] + notes).harmlessLines
    }

    /// One object, as `publish --json` without its seasons, and `busy`.
    static func json(
        _ report: Publisher.Report, isDryRun: Bool, _ commands: PrintedCommands
    ) -> JSON {
        guard
            case .object(var object) = PublishReportText(
                report: report, isDryRun: isDryRun, commands: commands
            ).json
        else {
            return nil
        }
        object["seasons"] = nil
        object["busy"] = false
        return .object(object)
    }

    /// The same for a refresh that found another publisher at work.
    static let busy: JSON = [
        "signing": "nothing", "reason": nil, "version": nil, "dryRun": false, "written": [],
        "busy": true,
    ]
}
