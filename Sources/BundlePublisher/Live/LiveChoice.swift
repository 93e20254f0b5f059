import TUF

/// What orders the states of a repository.
package struct StateName: Hashable, Sendable {
    /// The version of its targets.
    package let version: Int64
    /// The SHA-256 of its targets' file: two publishers may have signed one version at the same second.
    let digest: String
    /// The versions of the states before it, newest first.
    let after: [Int64]
    /// The version of its timestamp; a newer timestamp alone makes no other state.
    let timestamp: Int64

    func isSame(as other: StateName) -> Bool { version == other.version && digest == other.digest }

    /// Whether it came after another state: it names that one, or only newer ones because it cannot name more.
    func cameAfter(_ other: StateName) -> Bool {
        if after.contains(other.version) { return version != other.version }
        guard after.count >= SignedRecord.afterMax, let oldest = after.last else { return false }
        return other.version < oldest
    }
}

/// Which state is live: a pure function of what is there, what this home has seen, and the list of a rotation.
///
/// | there | this home has seen | live |
/// |---|---|---|
/// | nothing | nothing | none: the first publish, or what `decisions.txt` lists |
/// | nothing, or nothing that counts | a state | the newest that it has seen |
/// | a state | one that came after it, or the same with a newer timestamp | that one |
/// | a state | anything else | the state that is there; what neither came after nor before it was lost |
/// | states of a superseded key | nothing of the new key | what `decisions.txt` lists, if it reaches the newest |
/// | nothing that counts | nothing | a problem |
package enum LiveChoice: Equatable, Sendable {
    package enum There: Equatable, Sendable {
        case nothing
        /// A state that keys of the newest root have signed.
        case state(StateName)
        /// Files of which nothing can be verified.
        case damaged
        /// A state of this version, which only a superseded key has signed.
        case replacedKey(version: Int64)
    }

    /// Nothing was published here before.
    case first
    case list
    /// The repository's state; the numbers are those of seen states that were lost.
    case repository(lost: [Int])
    /// The seen state of this number, which must be put back.
    case seen(Int, lost: [Int])
    /// Nothing counts: only `--anew` begins again, or `rotate-online` reads a superseded key's states again.
    case nothing

    /// Decides; `listedUpTo` is the version that `decisions.txt` goes up to, or nil without the file.
    package static func decide(
        there: There, seen: [StateName], listedUpTo: Int64?
    ) -> LiveChoice {
        if case .state(let there) = there {
            let later = seen.indices.filter {
                seen[$0].cameAfter(there)
                    || (seen[$0].isSame(as: there) && seen[$0].timestamp > there.timestamp)
            }
            guard let newest = newest(later, seen) else {
                return .repository(lost: lost(seen, beside: there))
            }
            return .seen(newest, lost: lost(seen, beside: seen[newest]))
        }
        if let newest = newest(Array(seen.indices), seen) {
            return .seen(newest, lost: lost(seen, beside: seen[newest]))
        }
        switch there {
        case .nothing: return listedUpTo == nil ? .first : .list
        case .replacedKey(let version):
            return listedUpTo.map { $0 >= version } ?? false ? .list : .nothing
        case .damaged, .state: return .nothing
        }
    }

    /// The number of the state that no other of these came after; of several the one with the latest version.
    private static func newest(_ numbers: [Int], _ seen: [StateName]) -> Int? {
        numbers
            .filter { number in !numbers.contains { seen[$0].cameAfter(seen[number]) } }
            .max { (seen[$0].version, seen[$0].timestamp) < (seen[$1].version, seen[$1].timestamp) }
    }

    private static func lost(_ seen: [StateName], beside live: StateName) -> [Int] {
        seen.indices.filter { !live.isSame(as: seen[$0]) && !live.cameAfter(seen[$0]) }
    }
}
