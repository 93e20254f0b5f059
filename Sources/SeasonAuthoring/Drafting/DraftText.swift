import BreakdownRenderer
import BundleFormat
import JSON
import SeasonDrafting

/// The text of a drafted description, with what its author needs to know in comments.
struct DraftText {
    let draft: DescriptionDraft
    let year: BundleYear
    let title: String
    let samplesCount: Int

    /// `match.yaml`.
    func ofMatches() -> String {
        var writer = YAMLWriter()
        writer.line("# yaml-language-server: $schema=../../docs/description.schema.json")
        writer.comment(
            [
                "\(year): how a match's score breakdown is shown.",
                "",
                "Written by `bundle-publish new` from \(counted(samplesCount, "match", "matches")): every field that they have is a row.",
                "Now edit it (bundle-publish preview \(year) shows the tables at each save):",
                "- delete the rows that are not needed, and put the rest in the order of the game;",
                "- give the season its name in `title`, and rows better labels;",
                "- say in `words` what the data's words mean: `Parked: Parked (+2)`, `None: ✗`;",
                "- join what belongs together: text: \"{alliance.notes} (+{alliance.notePoints})\".",
                "docs/AUTHORING.md explains the language; bundle-publish check \(year) says what is wrong.",
            ])
        writer.gap()
        writer.line("format: 1")
        writer.line("title: \(YAMLWriter.scalar(title))")
        if let applies = draft.applies {
            writer.comment([
                "Which data this describes. A match with none of these fields has the generic table."
            ])
            writer.members(object("applies", .string(applies)), indent: 0)
        }
        writeTables(to: &writer)
        if !draft.notes.isEmpty {
            writer.gap()
            writer.comment(["Values outside the two alliances."])
            writer.line("notes:")
            for note in draft.notes { writer.members(note, indent: 4, isElement: true) }
        }
        writeLeftOut(to: &writer)
        return writer.text
    }

    /// `insights.yaml`.
    func ofInsights() -> String {
        var writer = YAMLWriter()
        writer.line("# yaml-language-server: $schema=../../docs/description.schema.json")
        writer.comment([
            "\(year): how the statistics of an event are shown, qualification left, playoffs right.",
            "Written by `bundle-publish new` from \(counted(samplesCount, "event")): cut, order and name as in match.yaml.",
        ])
        writer.gap()
        writer.line("format: 1")
        writer.line("title: \(YAMLWriter.scalar(title))")
        writeTables(to: &writer)
        writeLeftOut(to: &writer)
        return writer.text
    }

    private func writeTables(to writer: inout YAMLWriter) {
        writer.gap()
        writer.line("tables:")
        writer.line("  - rows:")
        for (at, section) in draft.sections.enumerated() {
            if at > 0 { writer.gap() }
            if !section.title.isEmpty { writer.comment(["\(section.title)."], indent: 6) }
            for row in section.rows {
                writer.comment(row.comments, indent: 6)
                writer.members(row.members, indent: 8, isElement: true)
            }
        }
    }

    private func writeLeftOut(to writer: inout YAMLWriter) {
        guard !draft.leftOut.isEmpty else { return }
        writer.gap()
        writer.comment(["Not shown:"] + draft.leftOut.map { "- \($0)" })
    }

    private func object(_ key: String, _ value: JSON) -> JSONObject {
        var object = JSONObject()
        object[key] = value
        return object
    }
}
