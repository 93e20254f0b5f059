import BundleUpdater
import JSON
import SeasonClient

/// What `doctor` prints of a diagnosis.
extension Diagnosis {
    var lines: [String] {
        ["\(level.rawValue.padded(to: 8)) \(check.rawValue.padded(to: 16)) \(finding)"]
            + (remedy.map { ["\("".padded(to: 26))remedy: \($0)"] } ?? [])
    }

    /// The object in `doctor --json`.
    var json: JSON {
        [
            "check": .string(check.rawValue), "level": .string(level.rawValue),
            "finding": .string(finding), "remedy": .text(remedy),
        ]
    }
}
