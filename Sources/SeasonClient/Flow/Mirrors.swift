import TUF

/// One place that has the repository; the same keys verify the files of every mirror.
package struct Mirror {
    package let address: String
    package let fetcher: any Fetcher

    package init(address: String, fetcher: any Fetcher) {
        self.address = address
        self.fetcher = fetcher
    }
}

/// The repository's mirrors during one poll; the first is preferred, and the others are used when it fails.
///
/// A mirror that failed, or gave something wrong, is asked after the others from then on. A mirror that
/// cannot be reached several times in a row, or that asks for a pause, is not asked any more in this poll.
/// The next poll begins with the first mirror again.
package final class Mirrors {
    private struct MirrorState {
        var isDemoted = false
        var unreachableInARow = 0
        var error: UpdateError?
        var files = 0
        var hasGivenUp: Bool {
            if case .transfer(.retryAfter) = error { return true }
            return unreachableInARow >= Mirrors.unreachableInARowMax
        }
    }

    /// The most unreachable files in a row: a lost network must not cost every file its time limit.
    private static let unreachableInARowMax = 3

    private let mirrors: [Mirror]
    private var states: [MirrorState]

    package init(_ mirrors: [Mirror]) {
        precondition(!mirrors.isEmpty, "a repository without an address")
        self.mirrors = mirrors
        states = Array(repeating: MirrorState(), count: mirrors.count)
    }

    package var first: Mirror { mirrors[0] }

    /// The mirror that would be asked for the next file; nil if none is left to ask.
    package var next: Mirror? { order().first.map { mirrors[$0] } }

    package func bytes(of target: TargetFile, by updater: Updater) throws(UpdateError) -> [UInt8] {
        try attempt { (mirror) throws(UpdateError) in
            var client = updater
            client.fetcher = mirror.fetcher
            var bytes: [UInt8] = []
            try client.download(target) { (piece) throws(FetchError) in
                bytes.append(contentsOf: piece)
            }
            return bytes
        }.value
    }

    /// Until one succeeds; throws the most specific error, and at once one that no other mirror could help.
    package func attempt<Value>(
        beginningWith first: Mirror? = nil,
        _ body: (_ mirror: Mirror) throws(UpdateError) -> Value
    ) throws(UpdateError) -> (value: Value, address: String) {
        var errors: [UpdateError] = []
        let known = first.flatMap { first in mirrors.firstIndex { $0.fetcher === first.fetcher } }
        for at in [known].compactMap({ $0 }) + order().filter({ $0 != known }) {
            do throws(UpdateError) {
                let value = try body(mirrors[at])
                states[at].files += 1
                states[at].unreachableInARow = 0
                return (value, mirrors[at].address)
            } catch {
                guard error.mayDifferElsewhere else { throw error }
                recordTrouble(error, at)
                errors.append(error)
            }
        }
        if errors.isEmpty { errors = states.compactMap { $0.error } }
        throw Self.mostTelling(errors) ?? .transfer(.unreachable("no mirror is left to ask"))
    }

    /// The most specific error: a wrong answer before an old answer, and an old answer before none.
    ///
    /// Of two equal errors it is the preferred mirror's. Otherwise an attack would look like a bad network
    /// whenever another mirror cannot be reached.
    static func mostTelling(_ errors: [UpdateError]) -> UpdateError? {
        let telling = [Trouble.refused, .older].lazy.compactMap { family in
            errors.first { AgentError.update($0).family == family }
        }
        return telling.first ?? errors.first
    }

    var records: [PollReport.Mirror] {
        zip(mirrors, states).map { (mirror, state) in
            PollReport.Mirror(
                address: mirror.address, files: state.files,
                problem: state.error?.description)
        }
    }

    private func order() -> [Int] {
        let left = mirrors.indices.filter { !states[$0].hasGivenUp }
        return left.filter { !states[$0].isDemoted } + left.filter { states[$0].isDemoted }
    }

    private func recordTrouble(_ error: UpdateError, _ at: Int) {
        states[at].error = error
        switch error {
        // One file has not reached this mirror yet; the others have.
        case .transfer(.absent): break
        case .transfer:
            states[at].isDemoted = true
            states[at].unreachableInARow += 1
        case .repository, .store: states[at].isDemoted = true
        }
    }
}

extension UpdateError {
    fileprivate var mayDifferElsewhere: Bool {
        switch self {
        case .transfer(.cancelled), .transfer(.sink), .store: false
        case .transfer, .repository: true
        }
    }
}
