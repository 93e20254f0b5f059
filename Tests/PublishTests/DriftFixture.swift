import BundleFormat
import JSON
import TestSupport

@testable import SeasonAuthoring

/// A small season whose rows read everything that its two samples have.
struct DriftFixture {
    let folder: TemporaryDirectory

    static let yaml = """
        format: 1
        title: Small Season
        applies: has(red.autoPoints)
        tables:
          - rows:
              - { label: Auto, field: autoPoints }
              - { label: Teleop, field: hub.teleopPoints }
              - { label: Fouls, field: foulPoints }
              - each: [1, 2]
                label: Robot {item}
                field: robot{item}
                words: { Parked: P, Climbed: C, Flew: F }
              - { label: Line, value: "alliance.line == 'Crossed' ? '✓' : '✗'" }
              - { label: Pace, value: alliance.autoPoints / alliance.rounds }
              - { label: Total, kind: total, field: totalPoints }

        """

    init(yaml: String = DriftFixture.yaml, samples: [String] = []) throws {
        folder = try TemporaryDirectory()
        try folder.write(yaml, to: "bundles/2026/match.yaml")
        for number in 1...2 {
            try folder.write(Self.match(number), to: "bundles/2026/samples/qm\(number).json")
        }
        for (at, sample) in samples.enumerated() {
            try folder.write(sample, to: "bundles/2026/samples/more\(at).json")
        }
        _ = try ContentCheck(folder: folder["bundles"], updatesTables: true).run()
    }

    func season() throws -> LiveSeason {
        let checked = try ContentCheck(folder: folder["bundles"]).runStrictly()
        guard let season = checked.first.flatMap({ LiveSeason($0.contents) }) else {
            throw SetUpError("no live season")
        }
        return season
    }

    /// A match on one line; its red side is `red`, its blue side the same with other points.
    static func match(_ number: Int) -> String {
        """
        {"key": "2026abc_qm\(number)", "event_key": "2026abc", "comp_level": "qm", \
        "set_number": 1, "match_number": \(number), "winning_alliance": "red", \
        "actual_time": \(1_772_000_000 + number * 600), "alliances": \
        {"red": {"score": \(number + 15), "team_keys": ["frc1", "frc2", "frc3"]}, \
        "blue": {"score": \(number + 35), "team_keys": ["frc4", "frc5", "frc6"]}}, \
        "score_breakdown": {"red": \(side(auto: number, teleop: 10, foul: 5)), \
        "blue": \(side(auto: number, teleop: 20, foul: 15))}}
        """
    }

    private static func side(auto: Int, teleop: Int, foul: Int) -> String {
        """
        {"autoPoints": \(auto), "hub": {"teleopPoints": \(teleop)}, "foulPoints": \(foul), \
        "robot1": "Parked", "robot2": "\(auto % 2 == 0 ? "Climbed" : "Parked")", \
        "line": "Crossed", "rounds": 2, "totalPoints": \(auto + teleop + foul)}
        """
    }
}
