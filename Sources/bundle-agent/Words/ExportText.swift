import BundleFormat
import BundleUpdater
import JSON
import Platform
import SeasonClient
import TUF

/// The result of an export, for people and programs.
struct ExportText {
    let export: Export
    let path: String
    let isDryRun: Bool
    /// The bytes for standard output; nil if the export is a folder or a file.
    var stream: [UInt8]?

    private var bytes: Int { export.files.reduce(0) { $0 + $1.bytes.count } }

    /// One line for each season, then the total.
    var lines: [String] {
        let seasons = export.targets.map { target in
            [
                target.custom.map { "\($0.year)" } ?? target.path,
                (target.custom?.version.short ?? "").padded(to: 12),
                target.content.word.padded(to: 13), "\(target.file.lengthBytes) bytes",
            ].joined(separator: "  ")
        }
        let verb = isDryRun ? "would write" : "wrote"
        let place = path == "-" ? "a tar to standard output" : path
        return seasons + [
            "\(verb) \(place): \(export.files.count) files, \(bytes) bytes, to be taken until"
                + " \(export.expires.map(\.description) ?? "–")",
            "take it with: bundle-agent poll --from \(ShellWord.quoted(path))",
        ]
    }

    /// The sentence below the lines; nil if all is there.
    var message: String? {
        guard let first = export.missing.first else { return nil }
        let more = export.missing.count > 1 ? " and \(export.missing.count - 1) more" : ""
        let remedy =
            first.absence.trouble == .refused
            ? "tell the publisher" : "export where the repository can be reached"
        return "\(first.path)\(more): not in the export: \(first.absence.reason); \(remedy)"
    }

    /// The form of `export --json`.
    var json: JSON {
        [
            "schema": 1, "path": .string(path), "dryRun": .bool(isDryRun),
            "files": .integer(Int64(export.files.count)), "bytes": .integer(Int64(bytes)),
            "expires": .text(export.expires?.description),
            "roles": .array(
                export.trusted.roles.map { role in
                    [
                        "role": .string(role.role.rawValue), "version": .integer(role.version),
                        "expires": .string(role.expires.description),
                    ]
                }),
            "targets": .array(export.targets.map(json)),
        ]
    }

    private func json(_ target: Export.Target) -> JSON {
        var reason: String?
        if case .missing(let absence) = target.content { reason = absence.reason }
        return [
            "path": .string(target.path),
            "year": target.custom.map { .integer(Int64($0.year.number)) } ?? .null,
            "version": .text(target.custom?.version.hex),
            "bytes": .integer(Int64(target.file.lengthBytes)),
            "content": .string(target.content.word), "reason": .text(reason),
        ]
    }
}

extension Export.Content {
    /// The word for where a target's bytes come from.
    var word: String {
        switch self {
        case .kept: "kept"
        case .packed: "packed"
        case .fetched: "fetched"
        case .wanted: "to be fetched"
        case .missing: "missing"
        }
    }
}
