import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring
import Text

enum NewReportText {
    /// The files that were made, and the three next steps.
    static func lines(_ made: SeasonMaker.Made, _ year: BundleYear, _ content: ContentOptions)
        -> String
    {
        let isChosen = made.samples.count < made.givenCount
        var lines = [
            "Made \(PlainText.line(made.path)): \(counted(made.rowsCount, "row")), \(counted(made.samples.count, "sample"))"
                + (isChosen ? " that show most of \(made.givenCount) given." : ".")
        ]
        if !made.leftOut.isEmpty {
            lines.append(
                "\(counted(made.leftOutCount, "field")) not shown; match.yaml names them at its end."
            )
        }
        let commands = PrintedCommands(bundles: PlainText.line(content.bundles))
        lines.append(
            """
            Three steps from here:

            1. Cut. Open \(PlainText.line(made.path))/match.yaml in an editor, and beside it, to see the tables at
               each save:  \(commands.text(.author("preview", "\(year)")))
            2. Check. Renew the expected tables and read what has changed; with more real matches:
               \(commands.text(.author("check", "\(year)", "--update", "--matches", "matches.json")))
            3. Publish. Every machine has it with its next poll:
               \(commands.text(.publish))
            """)
        return lines.joined(separator: "\n")
    }

    static func json(_ made: SeasonMaker.Made) -> JSON {
        [
            "season": .string(made.path), "given": .integer(Int64(made.givenCount)),
            "samples": .array(made.samples.map { .string($0) }),
            "rows": .integer(Int64(made.rowsCount)),
            "leftOut": .array(made.leftOut.map { .string($0) }),
        ]
    }
}
