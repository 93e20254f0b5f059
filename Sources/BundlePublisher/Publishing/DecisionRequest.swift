import BundleFormat
import SeasonAuthoring
import TUF

/// What a person asks for about a season.
package enum DecisionRequest: Sendable {
    /// Show another content instead of the present one.
    case rollback(BundleYear, to: Replacement)
    /// Show the given content again.
    case again(BundleYear)
    /// Take a content back from every machine, whatever its wave or pin; without a version the choices are listed.
    case recall(BundleYear, VersionPrefix?, showing: Replacement)
    /// Let a recalled content be served again.
    case lift(BundleYear, VersionPrefix)
    /// Change who follows the content that a season shows; nil stops the rollout.
    case waves(BundleYear, WavesSetting?)

    package enum Replacement: Equatable, Sendable {
        /// The newest earlier content.
        case previous
        case content(VersionPrefix)
        /// Nothing: machines show the content inside the program.
        case embedded
    }

    package var year: BundleYear {
        switch self {
        case .rollback(let year, _), .again(let year), .recall(let year, _, _), .lift(let year, _),
            .waves(let year, _):
            year
        }
    }

    var prefixes: [VersionPrefix] {
        switch self {
        case .rollback(_, .content(let prefix)), .lift(_, let prefix): [prefix]
        case .recall(_, let prefix, .content(let other)): [prefix, other].compactMap { $0 }
        case .recall(_, let prefix, _): [prefix].compactMap { $0 }
        case .rollback, .again, .waves: []
        }
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

    func means(_ version: ContentVersion) -> Bool { version.hex.hasPrefix(digits) }
}
