import BundleUpdater
import JSON

/// The result of one check of the installation.
struct Diagnosis: Equatable, Sendable {
    /// How much it matters.
    enum Level: String, Sendable {
        /// All is well.
        case ok
        /// Nothing to do, but worth knowing.
        case note
        /// It works, but perhaps not for long, or not for everybody.
        case warning
        /// It does not work.
        case problem
    }

    let level: Level
    /// The check's name, which does not change: `state.owner`.
    let check: String
    /// The finding.
    let finding: String
    /// The remedy; nil if there is nothing to do.
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

    /// Whether somebody must do something.
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
