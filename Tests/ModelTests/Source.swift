import Files

/// What an author keeps in a season's folder.
struct Source: Equatable, Sendable {
    /// The content that the description gives.
    var content: Int
    /// The content that the expected table was made of: another one is a mistake.
    var table: Int

    /// The season's files by name.
    func files(_ year: Int) -> [String: String] {
        [
            "match.yaml": """
            format: 1
            title: Content \(content)
            applies: has(red.autoPoints)
            tables:
              - rows:
                  - label: Auto
                    field: autoPoints

            """,
            "samples/qm1.json": """
            {"key": "\(year)abc_qm1", "event_key": "\(year)abc", "comp_level": "qm",
             "set_number": 1, "match_number": 1, "winning_alliance": "red",
             "alliances": {
               "red": {"score": 10, "team_keys": ["frc1", "frc2", "frc3"]},
               "blue": {"score": 5, "team_keys": ["frc4", "frc5", "frc6"]}},
             "score_breakdown": {"red": {"autoPoints": 10}, "blue": {"autoPoints": 5}}}

            """,
            "samples/qm1.txt": """
            Content \(table)

              Auto                                     10 | 5

            """,
        ]
    }
}

/// The folder of seasons: a value, and what a publisher must make of it.
struct SeasonsFolder: Equatable, Sendable {
    var sources: [Int: Source] = [:]

    /// The content of each season.
    var contents: [Int: Int] { sources.mapValues(\.content) }

    /// Whether the folder may be published at all: at least one season, and no mistake.
    var isGood: Bool { !sources.isEmpty && sources.values.allSatisfy { $0.content == $0.table } }

    /// Writes the seasons that are other ones than before.
    func write(to path: String, replacing before: SeasonsFolder) throws {
        for year in Set(before.sources.keys).subtracting(sources.keys) {
            try Files.removeTree("\(path)/\(year)")
        }
        for (year, source) in sources where before.sources[year] != source {
            try Files.createDirectoriesAndSync("\(path)/\(year)/samples")
            for (name, text) in source.files(year) {
                try Files.replaceFileWithoutSync(
                    at: "\(path)/\(year)/\(name)", with: Array(text.utf8))
            }
        }
    }
}
