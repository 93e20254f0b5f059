/// Why metadata or a target is refused: an attack of the TUF specification, or a mistake that looks like one.
public enum RepositoryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// This client cannot read the metadata.
    case malformed(file: String, problem: String)
    /// Fewer valid signatures of trusted keys than the threshold (arbitrary software).
    case signatures(role: String, valid: Int, threshold: Int)
    /// Past its date (freeze); or the clock is wrong.
    case expired(role: String, at: UTCTime, now: UTCTime)
    /// Older than what was trusted before (rollback).
    case rollback(role: String, trusted: Int64, found: Int64)
    /// Another version than the requested one (mix-and-match; a root that is not the next one).
    case version(role: String, expected: Int64, found: Int64)
    /// Another length than the listed one.
    case length(file: String, expected: Int, found: Int)
    /// Another hash than the listed one (mix-and-match, arbitrary software).
    case hash(file: String, algorithm: String)
    /// A new snapshot leaves out a role that the trusted one lists (rollback).
    case removedFromSnapshot(role: String)
    /// A role that the snapshot does not list.
    case missingFromSnapshot(role: String)
    /// More new roots in one refresh than the limit; the accepted ones stay, and the next refresh continues.
    case tooManyRotations(limit: Int)
    /// More delegated roles to visit for one target than the limit.
    case tooManyDelegations(limit: Int, path: String)

    /// The name of the packaged root in errors.
    static let packagedRoot = "packaged root"

    /// Whether the root that came with the program is itself at fault, and not what the repository gave.
    package var isOfPackagedRoot: Bool {
        switch self {
        case .malformed(let name, _), .signatures(let name, _, _): name == Self.packagedRoot
        default: false
        }
    }

    /// The sentence: what was expected, what was found.
    public var description: String {
        switch self {
        case .malformed(let file, let problem):
            "\(file): \(problem)"
        case .signatures(let role, let valid, let threshold):
            "\(role): expected signatures of \(threshold) trusted key\(threshold == 1 ? "" : "s"),"
                + " found \(valid)"
        case .expired(let role, let at, let now):
            "\(role): expected metadata that is still valid, found that it expired at \(at);"
                + " the clock says \(now)"
        case .rollback(let role, let trusted, let found):
            "\(role): expected version \(trusted) or a later one, found the older \(found)"
        case .version(let role, let expected, let found):
            "\(role): expected version \(expected), found \(found)"
        case .length(let file, let expected, let found):
            "\(file): expected \(expected) bytes, found \(found)"
        case .hash(let file, let algorithm):
            "\(file): expected the listed \(algorithm) hash, found another"
        case .removedFromSnapshot(let role):
            "snapshot: expected \(role) to be listed as before, found it removed"
        case .missingFromSnapshot(let role):
            "snapshot: expected \(role) to be listed, found that it is not"
        case .tooManyRotations(let limit):
            "root: expected at most \(limit) new versions at once, found more"
        case .tooManyDelegations(let limit, let path):
            "\(path): expected at most \(limit) delegated roles to search, found more"
        }
    }
}
