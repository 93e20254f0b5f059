import BundleFormat

/// What a person asks for about a season.
package enum DecisionRequest {
    /// Show an earlier content instead of the present one; without a version the newest earlier one.
    case rollback(BundleYear, to: VersionPrefix?)
    /// Take a content back from every machine, whatever its wave or pin; without a version the choices are listed.
    case recall(BundleYear, VersionPrefix?, showing: Replacement)
    /// Let a recalled content be served again.
    case lift(BundleYear, VersionPrefix)
    /// Change who follows the content that a season shows; nil stops the rollout.
    case waves(BundleYear, WavesSetting?)

    /// What is shown instead of a recalled content that a season shows.
    package enum Replacement: Equatable, Sendable {
        /// The newest earlier content; if there is none, the content inside the program.
        case previous
        case content(VersionPrefix)
        case embedded
    }
}

/// A content version as a person names it: its first digits, from 6 on, or all 64.
package struct VersionPrefix: Equatable, Sendable {
    package let digits: String

    package init?(_ text: String) {
        digits = text.lowercased()
        guard 6...64 ~= digits.utf8.count, digits.allSatisfy("0123456789abcdef".contains) else {
            return nil
        }
    }
}
