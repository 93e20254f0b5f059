import JSON
import Text

/// Two breakdowns side by side, with a mark at each row that differs.
public struct Comparison: Sendable {
    /// One half: a match, or one of its alliances.
    public struct Half: Sendable {
        let rendered: RenderedBreakdown
        let side: Side?

        /// Chooses what is compared.
        ///
        /// - Parameters:
        ///   - rendered: the breakdown of a match.
        ///   - side: the alliance; nil for both.
        public init(_ rendered: RenderedBreakdown, _ side: Side?) {
            self.rendered = rendered
            self.side = side
        }

        fileprivate var name: String {
            side.map { "\(rendered.key) \($0.rawValue)" } ?? rendered.key
        }

        /// One cell; of a match, both sides: `46 : 41`.
        fileprivate func cell(_ row: BreakdownTable.Row?) -> String {
            guard let row else { return Icon.missing.character }
            return switch side {
            case .red: row.red
            case .blue: row.blueAlone
            case nil: "\(row.red) : \(row.blueAlone)"
            }
        }

        fileprivate var score: String? {
            let heading = rendered.heading
            func text(_ score: Int64?) -> String {
                score.map { String($0) } ?? Icon.missing.character
            }
            return switch side {
            case .red: text(heading.red.score)
            case .blue: text(heading.blue.score)
            case nil: "\(text(heading.red.score)) : \(text(heading.blue.score))"
            }
        }

        fileprivate var teams: String {
            let heading = rendered.heading
            return switch side {
            case .red: heading.red.markedTeams.joined(separator: " ")
            case .blue: heading.blue.markedTeams.joined(separator: " ")
            case nil:
                "\(heading.red.markedTeams.joined(separator: " ")) : "
                    + heading.blue.markedTeams.joined(separator: " ")
            }
        }
    }

    /// The mark before the label of a row that differs.
    static let mark = "≠"

    /// Compares two halves.
    ///
    /// - Returns: the rows of both; a row that only one has shows `–` in the other column.
    public static func compare(_ left: Half, _ right: Half) -> RenderedBreakdown {
        var differing = 0
        let tables = merged(left, right, &differing)
        let empty = Alliance(teams: [], score: nil)
        let (first, second) = (left.rendered, right.rendered)
        let rest =
            differing == 0
            ? "No row differs." : "\(mark) marks the rows that differ: \(differing)."
        let titles = first.title == second.title ? first.title : "\(first.title), \(second.title)"
        return RenderedBreakdown(
            key: "\(left.name) \(right.name)", year: first.year, subject: .insights,
            title: titles,
            heading: RenderedBreakdown.Heading(
                eventKey: "", eventName: nil, level: "",
                matchName: "\(left.name) and \(right.name)", date: nil, time: nil, red: empty,
                blue: empty, winner: nil, redRankingPoints: nil, blueRankingPoints: nil,
                columnNames: .init(left: left.name, right: right.name)),
            tables: tables, notes: [rest], problems: first.problems + second.problems,
            isGeneric: first.isGeneric, retrieval: second.retrieval ?? first.retrieval)
    }

    private static func merged(
        _ left: Half, _ right: Half, _ differing: inout Int
    ) -> [BreakdownTable] {
        var head: [BreakdownTable.Row] = []
        if left.teams != right.teams {
            head.append(
                BreakdownTable.Row("Robots", kind: .plain, red: left.teams, blue: right.teams))
        }
        head.append(row("Score", .total, left.score ?? "", right.score ?? "", &differing))
        var tables = [BreakdownTable(title: nil, rows: head)]
        var unused = right.rendered.tables
        for table in left.rendered.tables {
            let at = unused.firstIndex { $0.title == table.title }
            var others = at.map { unused.remove(at: $0).rows } ?? []
            var rows: [BreakdownTable.Row] = []
            for one in table.rows {
                let other = others.firstIndex { $0.label.hasSameCodePoints(as: one.label) }.map {
                    others.remove(at: $0)
                }
                rows.append(row(one.label, one.kind, left.cell(one), right.cell(other), &differing))
            }
            for other in others {
                rows.append(
                    row(other.label, other.kind, left.cell(nil), right.cell(other), &differing))
            }
            tables.append(BreakdownTable(title: table.title, rows: rows))
        }
        for table in unused {
            let rows = table.rows.map { other in
                row(other.label, other.kind, left.cell(nil), right.cell(other), &differing)
            }
            tables.append(BreakdownTable(title: table.title, rows: rows))
        }
        return tables
    }

    private static func row(
        _ label: String, _ kind: RowKind, _ left: String, _ right: String, _ differing: inout Int
    ) -> BreakdownTable.Row {
        // By UTF-8, because `String` would take equivalent spellings for the same.
        let isSame = left.hasSameCodePoints(as: right)
        if !isSame { differing += 1 }
        return BreakdownTable.Row(
            isSame ? label : "\(mark) \(label)", kind: kind, red: left, blue: right)
    }
}
