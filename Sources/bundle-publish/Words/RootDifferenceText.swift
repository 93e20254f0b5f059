import BundlePublisher
import TUF

/// The differences between two roots, in words.
enum RootDifferenceText {
    /// One line for each difference: `+ root key 1a2b3c4d5e6f`.
    static func lines(_ difference: RootDifference) -> [String] {
        difference.changes.map { change in
            switch change {
            case .added(let kind, let keyID): line(kind) { "+ \($0) \(shown(keyID))" }
            case .removed(let kind, let keyID): line(kind) { "- \($0) \(shown(keyID))" }
            case .threshold(let kind, let now, let before):
                line(kind) { "\(now) \($0)s must sign (before: \(before))" }
            case .expiry(let now, let before): "expires \(now) (before: \(before))"
            case .consistentSnapshots(let isOn): "consistent snapshots \(isOn ? "on" : "off")"
            }
        }
    }

    /// Warns if every root key must sign from now on.
    static func warning(_ difference: RootDifference) -> String? {
        difference.needsEveryKeyNow
            ? "every root key must sign from now on: if one is lost, no root can follow; "
                + "add another with keys add-root" : nil
    }

    private static func line(
        _ kind: RootDifference.KeyKind, _ text: (String) -> String
    ) -> String {
        switch kind {
        case .root: text("root key")
        case .online(nil): text("online key")
        case .online(let role?): "\(text("online key")) (\(role.rawValue))"
        }
    }

    private static func shown(_ keyID: String) -> Substring { keyID.prefix(KeyName.shownDigits) }
}
