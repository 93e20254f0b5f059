import BundleUpdater
import JSON

/// What one check of the installation found.
struct Diagnosis: Equatable, Sendable {
    /// How much it matters.
    enum Level: String, Sendable {
        /// As it should be.
        case ok
        /// Nothing to do; worth knowing.
        case note
        /// Works, and may not for long, or not for everybody.
        case warning
        /// Does not work.
        case problem
    }

    let level: Level
    /// The check's name, which stays the same: `state.owner`.
    let check: String
    /// What was found.
    let finding: String
    /// What to do about it; nil where nothing is to be done.
    var remedy: String?

    static func ok(_ check: String, _ finding: String) -> Self {
        Self(level: .ok, check: check, finding: finding)
    }

    static func note(_ check: String, _ finding: String) -> Self {
        Self(level: .note, check: check, finding: finding)
    }

    static func warning(_ check: String, _ finding: String, remedy: String) -> Self {
        Self(level: .warning, check: check, finding: finding, remedy: remedy)
    }

    static func problem(_ check: String, _ finding: String, remedy: String) -> Self {
        Self(level: .problem, check: check, finding: finding, remedy: remedy)
    }

    /// Whether somebody has to do something.
    var isFinding: Bool { level == .warning || level == .problem }

    /// The lines for people.
    var lines: [String] {
        ["\(level.rawValue.padded(to: 8)) \(check.padded(to: 16)) \(finding)"]
            + (remedy.map { ["\("".padded(to: 26))remedy: \($0)"] } ?? [])
    }

    /// The object in `doctor --json`.
    var json: JSON {
        [
            "check": .string(check), "level": .string(level.rawValue),
            "finding": .string(finding), "remedy": .text(remedy),
        ]
    }
}
