import BundleFormat
import Files
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What an author keeps in a season's folder.
struct Source: Equatable, Hashable, Sendable {
    /// What the season is described by.
    enum Description: Equatable, Hashable, Sendable {
        case own(content: Int)
        case alias(of: Int)
    }

    var description: Description
    /// The content that the expected table was made of.
    var table: Int
}

/// The folder of seasons: a value, and what a publisher must make of it.
struct Folder: Equatable, Sendable {
    var sources: [Int: Source] = [:]

    /// The content that a season has; nil where its description leads nowhere.
    func content(_ year: Int) -> Int? {
        switch sources[year]?.description {
        case .own(let content): return content
        case .alias(let other):
            guard other != year, case .own(let content)? = sources[other]?.description else {
                return nil
            }
            return content
        case nil: return nil
        }
    }

    /// The seasons with mistakes.
    var mistaken: [Int] {
        sources.keys.filter { content($0) == nil || content($0) != sources[$0]?.table }.sorted()
    }

    /// Whether the folder may be published at all: at least one season, and no mistake.
    var isGood: Bool { !sources.isEmpty && mistaken.isEmpty }

    /// The content of each season.
    var contents: [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: sources.keys.compactMap { year in
                content(year).map { (year, $0) }
            })
    }

    /// Makes every table anew, as `check --update` does; but for these seasons.
    mutating func renewTables(except kept: Set<Int> = []) {
        for year in sources.keys where !kept.contains(year) {
            if let content = content(year) { sources[year]?.table = content }
        }
    }

    /// Puts a content into a season's folder.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - content: the content's number.
    ///   - alone: whether the tables of other seasons stay as they are.
    mutating func edit(_ year: Int, _ content: Int, alone: Bool) {
        sources[year] = Source(description: .own(content: content), table: content)
        renewTables(except: alone ? Set(sources.keys.filter { $0 != year }) : [])
    }
}

extension Folder {
    /// Writes the seasons that are other ones than before.
    ///
    /// - Parameters:
    ///   - path: the folder of seasons.
    ///   - before: what lies there.
    /// - Throws: where the disk fails.
    func write(to path: String, replacing before: Folder) throws {
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

extension Source {
    /// The season's files by name.
    func files(_ year: Int) -> [String: String] {
        let text =
            switch description {
            case .own(let content): Self.text(content)
            case .alias(let other): "format: 1\nalias: \(other)\n"
            }
        return [
            "match.yaml": text, "samples/qm1.json": Self.match(year),
            "samples/qm1.txt": Self.table(table),
        ]
    }

    private static func text(_ content: Int) -> String {
        """
        format: 1
        title: Content \(content)
        applies: has(red.autoPoints)
        tables:
          - rows:
              - label: Auto
                field: autoPoints

        """
    }

    private static func table(_ content: Int) -> String {
        """
        Content \(content)

          Auto                                     10 | 5

        """
    }

    private static func match(_ year: Int) -> String {
        """
        {"key": "\(year)abc_qm1", "event_key": "\(year)abc", "comp_level": "qm",
         "set_number": 1, "match_number": 1, "winning_alliance": "red",
         "alliances": {
           "red": {"score": 10, "team_keys": ["frc1", "frc2", "frc3"]},
           "blue": {"score": 5, "team_keys": ["frc4", "frc5", "frc6"]}},
         "score_breakdown": {"red": {"autoPoints": 10}, "blue": {"autoPoints": 5}}}

        """
    }
}
