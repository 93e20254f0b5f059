/// Why metadata was not signed, or a key cannot sign.
package enum SigningError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Fewer of the role's keys were given than must sign.
    case threshold(role: String, given: Int, needed: Int)
    /// Root would trust fewer keys for a role than must sign.
    case unreachableThreshold(role: String, keys: Int, threshold: Int)
    /// A role's content that has no canonical form, or a version no client takes.
    case content(role: String, problem: String)
    case key(keyID: String)
    /// A file that is not a key file.
    case keyFile(problem: String)

    /// The sentence: what was expected, what was found.
    package var description: String {
        switch self {
        case .threshold(let role, let given, let needed):
            "\(role): expected \(needed) of its keys to sign, found \(given)"
        case .unreachableThreshold(let role, let keys, let threshold):
            "\(role): expected a threshold from 1 to its \(keys) keys, found \(threshold)"
        case .content(let role, let problem): "\(role): \(problem)"
        case .keyFile(let problem): "key: \(problem)"
        case .key(let keyID): "key \(keyID): expected it to sign, found that it cannot"
        }
    }
}
