import BreakdownRenderer
import BundleFormat
import TestSupport

@testable import SeasonAuthoring

/// The season 2024 with one sample and its table.
struct OneSeason {
    let folder: TemporaryDirectory
    let match: String

    init(_ yaml: String, match: String = plain) throws {
        folder = try TemporaryDirectory()
        self.match = match
        try folder.write(yaml, to: "bundles/2024/match.yaml")
        try folder.write(match, to: "bundles/2024/samples/qm1.json")
        _ = try ContentCheck(folder: folder["bundles"], updatesTables: true).run()
    }

    /// A description with a row of these members, of a match with more fields.
    init(row: String) throws {
        try self.init(
            """
            format: 1
            title: x
            tables:
              - rows:
                  - { label: x, field: autoPoints }
                  - { label: y, \(row) }

            """, match: Self.rich(2024))
    }

    func check() throws -> CheckReport {
        try CheckReport(folder: folder["bundles"], years: [SeasonFixture.year])
    }

    func checked(_ evidence: [BundleYear: Evidence] = [:]) throws -> CheckedContent {
        try ContentCheck(folder: folder["bundles"], evidence: evidence).run()
    }

    func run(_ arguments: String...) throws -> Program.Result { try run(arguments) }

    func run(_ arguments: [String]) throws -> Program.Result {
        try Program.run("bundle-publish", ["check", "--bundles", folder["bundles"]] + arguments)
    }

    static let plain = """
        {"key": "2024abc_qm1", "comp_level": "qm", "score_breakdown": {
          "red": {"points": 7, "state": "Climbed", "nothing": null, "hub": {"count": 3}},
          "blue": {"points": 1, "state": "Parked", "nothing": null, "hub": {"count": 0}}}}
        """

    static func rich(_ year: Int) -> String {
        """
        {"key": "\(year)abc_qm1", "comp_level": "qm", "score_breakdown": {
          "red": {"autoPoints": 10, "teleopPoints": 5, "endgameRobot1": "Climbing",
            "endgameRobot2": "Parked", "endgameRobot3": null, "hub": {"points": 3, "total": 4}},
          "blue": {"autoPoints": 3, "teleopPoints": 5, "endgameRobot1": "None",
            "endgameRobot2": "None", "endgameRobot3": "None", "hub": {"points": 3, "total": 4}}}}

        """
    }
}
