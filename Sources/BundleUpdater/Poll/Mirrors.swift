import TUF
import UpdatePolicy

/// One place that has the repository.
///
/// The same keys verify the files of every mirror.
package struct Mirror {
    /// As shown to people.
    package let address: String
    package let fetcher: any Fetcher

    /// A mirror.
    package init(
        address: String, fetcher: any Fetcher
    ) {
        self.address = address
        self.fetcher = fetcher
    }
}

/// The repository's mirrors during one poll: the first is preferred, the next ones help out.
///
/// A mirror that failed, or gave something wrong, is asked after the others from then on; one that is out
/// of reach again and again, or asks to be left alone, is asked no more in this poll. The next poll
/// begins with the first one again.
package final class Mirrors {
    /// How one mirror did.
    private struct Conduct {
        var isDemoted = false
        var unreachableInARow = 0
        /// The last trouble with it.
        var error: UpdateError?
        var files = 0
        var hasGivenUp: Bool {
            if case .transfer(.retryAfter) = error { return true }
            return unreachableInARow >= Mirrors.unreachableInARowMax
        }
    }

    /// Files in a row: a network that is gone must not cost every file its time limit.
    private static let unreachableInARowMax = 3

    private let mirrors: [Mirror]
    private var conduct: [Conduct]

    /// Begins a poll.
    ///
    /// - Parameter mirrors: in the order of preference; at least one.
    package init(_ mirrors: [Mirror]) {
        precondition(!mirrors.isEmpty, "a repository without an address")
        self.mirrors = mirrors
        conduct = Array(repeating: Conduct(), count: mirrors.count)
    }

    /// The preferred one.
    package var first: Mirror { mirrors[0] }

    /// The one that the next file would be asked of; nil if none is left to ask.
    package var next: Mirror? { order().first.map { mirrors[$0] } }

    /// Tries with one mirror after the other until one succeeds.
    ///
    /// - Parameters:
    ///   - first: the mirror to ask before all others, because it has given everything already; nil for none.
    ///   - body: the try, with the mirror; told whether it is the preferred one.
    /// - Returns: what it came to, and from where.
    /// - Throws: the trouble of them all that tells most; at once where no other mirror could help.
    package func attempt<Value>(
        beginningWith first: Mirror? = nil,
        _ body: (_ mirror: Mirror, _ isFirst: Bool) throws(UpdateError) -> Value
    ) throws(UpdateError) -> (value: Value, address: String) {
        var errors: [UpdateError] = []
        let known = first.flatMap { first in mirrors.firstIndex { $0.fetcher === first.fetcher } }
        for at in [known].compactMap({ $0 }) + order().filter({ $0 != known }) {
            do throws(UpdateError) {
                let value = try body(mirrors[at], at == 0)
                conduct[at].files += 1
                conduct[at].unreachableInARow = 0
                return (value, mirrors[at].address)
            } catch {
                guard error.mayDifferElsewhere else { throw error }
                recordTrouble(error, at)
                errors.append(error)
            }
        }
        if errors.isEmpty { errors = conduct.compactMap(\.error) }
        throw Self.mostTelling(errors) ?? .transfer(.unreachable("no mirror is left to ask"))
    }

    /// The trouble that tells most: something wrong that was answered, before something old, before no
    /// answer; among equals the preferred mirror's.
    ///
    /// Else an attack would look like a bad network for as long as one more mirror cannot be reached.
    ///
    /// - Parameter errors: in the order of preference.
    /// - Returns: one of them; nil where there is none.
    package static func mostTelling(_ errors: [UpdateError]) -> UpdateError? {
        let telling = [Trouble.refused, .older].lazy.compactMap { family in
            errors.first { AgentError.update($0).family == family }
        }
        return telling.first ?? errors.first
    }

    /// What each mirror came to, in the order of preference.
    package var records: [PollReport.Mirror] {
        zip(mirrors, conduct).map { (mirror, conduct) in
            PollReport.Mirror(
                address: mirror.address, files: conduct.files,
                problem: conduct.error?.description)
        }
    }

    private func order() -> [Int] {
        let left = mirrors.indices.filter { !conduct[$0].hasGivenUp }
        return left.filter { !conduct[$0].isDemoted } + left.filter { conduct[$0].isDemoted }
    }

    private func recordTrouble(_ error: UpdateError, _ at: Int) {
        conduct[at].error = error
        switch error {
        // One file that has not come there yet, of others that have.
        case .transfer(.absent): break
        case .transfer:
            conduct[at].isDemoted = true
            conduct[at].unreachableInARow += 1
        case .repository, .store: conduct[at].isDemoted = true
        }
    }
}

extension UpdateError {
    /// Whether another mirror may do better.
    fileprivate var mayDifferElsewhere: Bool {
        switch self {
        case .transfer(.cancelled), .transfer(.sink), .store: false
        case .transfer, .repository: true
        }
    }
}
