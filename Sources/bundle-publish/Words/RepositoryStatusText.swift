import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring
import Text
import TUF

/// A status in words, for people and for machines.
enum RepositoryStatusText {
    /// Two small tables: roles and seasons.
    static func lines(_ status: RepositoryStatus) -> String {
        let roles = status.roles.map { role in
            [
                role.signed.role.rawValue, "\(role.signed.version)",
                role.signed.expires.description, "\(role.daysLeft)",
                "\(role.signed.threshold) of \(role.signed.keyIDs.count)",
            ]
        }
        let seasons = status.seasons.map { season in
            [
                "\(season.custom.year)", season.custom.version.hex, season.custom.published,
                "\(season.target.lengthBytes)",
            ]
        }
        return table([["role", "version", "expires", "days left", "keys"]] + roles) + "\n\n"
            + table([["season", "version", "published", "bytes"]] + seasons) + "\n\n"
            + RepositoryHistoryText.table(status.decisions, Decisions(status.decisions))
            + summary(status)
    }

    private static func summary(_ status: RepositoryStatus) -> String {
        let withdrawn = status.live.recalls.withdrawn.sorted().map(\.description)
        let seasons =
            counted(status.seasons.count, "season")
            + (withdrawn.isEmpty ? "" : ", withdrawn: \(withdrawn.joined(separator: ", "))")
        return "\(seasons), last published \(counted(Int(status.targetsAgeDays), "day")) ago"
    }

    /// Commands that a GitHub workflow shows next to the run: an error for each role that needs care, else a notice.
    static func annotations(_ status: RepositoryStatus, _ commands: PrintedCommands) -> String {
        let errors = status.roles.compactMap { role in
            role.warning.map {
                "::error title=\(GitHubAnnotations.property(role.signed.role.rawValue))::"
                    + GitHubAnnotations.message([commands.text($0)])
            }
        }
        guard errors.isEmpty else { return errors.joined(separator: "\n") }
        let days = status.roles.map { "\($0.signed.role.rawValue) \($0.daysLeft)" }
        return "::notice title=published seasons::"
            + GitHubAnnotations.message([
                "\(summary(status)); days left: \(days.joined(separator: ", "))"
            ])
    }

    /// Rows with their columns one below the other.
    static func table(_ rows: [[String]]) -> String {
        let rows = rows.map { row in
            row.dropLast(row.last?.isEmpty == true ? 1 : 0).map(PlainText.line)
        }
        var widths: [Int] = []
        for row in rows {
            for (at, cell) in row.enumerated() {
                if at == widths.count { widths.append(0) }
                widths[at] = max(widths[at], cell.count)
            }
        }
        return rows.map { row in
            row.enumerated().map { at, cell in
                at == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[at] + 2 - cell.count)
            }.joined()
        }.joined(separator: "\n")
    }

    static func json(_ status: RepositoryStatus, _ commands: PrintedCommands) -> String {
        let roles = status.roles.map { role -> JSON in
            [
                "role": .string(role.signed.role.rawValue),
                "version": .integer(role.signed.version),
                "expires": .string(role.signed.expires.description),
                "daysLeft": .integer(role.daysLeft),
                "keys": .integer(Int64(role.signed.keyIDs.count)),
                "threshold": .integer(Int64(role.signed.threshold)),
                "warning": role.warning.map { .string(commands.text($0)) } ?? nil,
            ]
        }
        let seasons = status.seasons.map { season -> JSON in
            [
                "year": .integer(Int64(season.custom.year.number)),
                "version": .string(season.custom.version.hex),
                "published": .string(season.custom.published),
                "bytes": .integer(Int64(season.target.lengthBytes)),
            ]
        }
        let object: JSON = [
            "isWell": .bool(status.isWell), "roles": .array(roles),
            "targets": [
                "count": .integer(Int64(status.seasons.count)),
                "signed": .string(UTCTime(unixSeconds: status.live.version).description),
                "ageDays": .integer(status.targetsAgeDays),
            ],
            "seasons": .array(seasons), "recalls": status.live.recalls.json,
            "decisions": .array(
                status.decisions.map {
                    RepositoryHistoryText.json($0, Decisions(status.decisions))
                }),
        ]
        return object.text()
    }
}
