@testable import breakdown
import BreakdownRenderer
import Foundation
import JSON
import MatchKeys
import Testing
import TestSupport

/// What a pit display shows on screens of several sizes.
@Suite struct KioskScreenTests {
    static let sizes = [
        (80, 24), (120, 36), (100, 24), (99, 40), (132, 43), (60, 20), (40, 12), (24, 8), (12, 5),
    ]

    /// A screen with the matches of a sample, as a person sees it: without colours, and the list at its column.
    static func screen(
        _ columns: Int, _ rows: Int, sample: String = "2024/samples/2024nytr_qm19",
        name: String = "New England Championship", problem: String? = nil, teams: [String]? = nil
    ) throws -> [String] {
        let path = Checkout.path("bundles/\(sample).json")
        var text = try String(contentsOfFile: path, encoding: .utf8)
        for (at, team) in (teams ?? []).enumerated() {
            let number = try #require(text.firstMatch(of: #/"frc\d+"/#))
            text.replaceSubrange(number.range, with: "\"\(team)-\(at)\"")
        }
        let match = try Match.decode(JSON.parse(text, limits: .match))
        let event = EventFacts(key: match.eventKey, name: name, timeZone: "America/New_York")
        let listed = ListedMatch(match, playoffType: nil)
        let layout = KioskLayout(columns: columns, rows: rows)
        let style = ListStyle()
        var seasons = SeasonLookup(sources: [.embedded])
        let rendered = Renderer().render(
            match, with: seasons.bundle(match.year) { _ in }?.description,
            in: MatchContext(event: event))
        let now: Int64 = 1_711_120_000
        let table = KioskTable(listed: listed, rendered: rendered, style: style, now: now).lines(
            columns: layout.tableColumns,
            rows: layout.leftRows - KioskView.digits(match, layout, style).count)
        let list = EventList(
            key: try #require(.init(match.eventKey)), event: event, retrieval: nil,
            matches: [listed])
        let view = KioskView(
            heading: list.heading(style), zone: event.timeZone, now: now, confirmedSecond: now - 3,
            problem: problem, matches: [ListedMatch](repeating: listed, count: 50),
            isExpected: true, table: table, layout: layout, style: style)
        return view.rows().map { Self.seen($0) }
    }

    /// A row as the terminal shows it.
    private static func seen(_ row: String) -> String {
        let parts = row.split(separator: "\u{1B}[0m\u{1B}[K", maxSplits: 1)
        guard parts.count == 2, let move = parts[0].firstMatch(of: #/\u{1B}\[(\d+)G$/#),
            let column = Int(move.1)
        else { return row }
        let left = String(parts[0][..<move.range.lowerBound])
        let gap = max(0, column - 1 - DisplayWidth.of(left))
        return left + String(repeating: " ", count: gap) + parts[1]
    }

    @Test(arguments: sizes) func noRowIsWiderThanTheScreen(_ columns: Int, _ rows: Int) throws {
        let wide = "東京ロボティクス選手権大会 ロボコン日本代表決定戦 🤖🏆👩‍🚀"
        for (name, problem) in [("N", nil), (wide, nil), ("N", wide), (wide, wide + wide)] {
            for teams in [nil, ["東京都立", "🤖🏆", "frc1"]] {
                let screen = try Self.screen(
                    columns, rows, name: name, problem: problem, teams: teams)
                #expect(screen.count == rows)
                for row in screen {
                    #expect(DisplayWidth.of(row) <= columns, "\(row)")
                    #expect(!row.contains("\u{1B}"), "\(row)")
                }
            }
        }
    }

    static let samples = [
        "2024/samples/2024nytr_qm19", "2019/samples/2019micmp3_qm2", "2026/samples/2026casj_qm10",
        "2016/samples/2016nytr_qm1",
    ].filter { FileManager.default.fileExists(atPath: Checkout.path("bundles/\($0).json")) }

    @Test(arguments: [(80, 24), (120, 36), (132, 43), (100, 30)], samples)
    func theTotalAndTheRankingPointsAreThere(_ size: (Int, Int), _ sample: String) throws {
        let screen = try Self.screen(size.0, size.1, sample: sample).joined(separator: "\n")
        #expect(screen.contains("Total Score"), "\(screen)")
        #expect(screen.contains("Ranking Points"), "\(screen)")
    }

    @Test(arguments: [(40, 12), (24, 8)])
    func aTinyScreenShowsTheResult(_ columns: Int, _ rows: Int) throws {
        let screen = try Self.screen(columns, rows).joined(separator: "\n")
        #expect(screen.contains("Qualification 19"), "\(screen)")
        #expect(screen.contains("–"), "\(screen)")
    }

    @Test func aTallScreenShowsTheWholeTable() throws {
        let screen = try Self.screen(120, 90).joined(separator: "\n")
        #expect(!screen.contains("more rows"))
        #expect(screen.contains("█"))
    }

    @Test func leftOutRowsAreCounted() throws {
        #expect(try Self.screen(80, 24).joined(separator: "\n").contains("more rows"))
    }

    @Test func columnsOfAListAreMeasuredAsTheTerminalDoes() throws {
        let matches = try ["frc254", "東京都立", "🤖"].map { team in
            ListedMatch(
                try Match.decode(
                    JSON.parse(
                        #"{"key":"2024a_qm1","alliances":{"red":{"team_keys":["\#(team)"],"score":1},"blue":{"team_keys":["frc1"],"score":2}}}"#
                    )), playoffType: nil)
        }
        let table = ListTable(matches: matches, zone: nil, style: ListStyle(), now: 0)
        let lines = table.lines(width: 100)
        let places = try lines.dropFirst().map { line in
            let dash = try #require(line.firstIndex(of: "–"))
            return DisplayWidth.of(String(line[..<dash]))
        }
        #expect(Set(places).count == 1, "\(lines)")
        for width in 1...40 {
            for line in table.lines(width: width) { #expect(DisplayWidth.of(line) <= width) }
        }
    }
}
