/// A fetcher that knows the answers which the host has given so far, in their order.
///
/// A poll is a pure function of its facts and these answers. At the first file without an answer the run is abandoned: the
/// host fetches, and the poll runs again from the start. So the same straight code serves a program that waits for the
/// network and a host that cannot wait.
package final class GivenAnswers: Fetcher {
    private var log: [(request: FetchRequest, answer: HostAnswer)] = []
    /// What to fetch next; empty if the run was not abandoned.
    package private(set) var wanted: [FetchRequest] = []
    /// Bytes of all answers of this poll.
    package private(set) var bytes: Int64 = 0

    package init() {}

    /// Whether the run asked for a file without an answer; then its result means nothing.
    package var isAbandoned: Bool { !wanted.isEmpty }

    /// Runs a poll, or another client of a repository, from the start; nil if ``wanted`` must be fetched first.
    package func run<Result>(_ progress: RootWalk.Progress, _ body: () -> Result) -> Result? {
        wanted = []
        let before = progress.rotations
        let result = body()
        // From a new root on another key may sign the other files, so they are asked for again (docs/adr/0026).
        if progress.rotations > before { log = [] }
        return isAbandoned ? nil : result
    }

    /// Adds the answers to ``wanted``, in the same order; adds none and returns false if there are more or fewer of them.
    package func add(_ answers: [HostAnswer]) -> Bool {
        guard answers.count == wanted.count else { return false }
        for (request, answer) in zip(wanted, answers) {
            log.append((request, answer))
            if case .found(let file) = answer { bytes += Int64(file.count) }
        }
        wanted = []
        return true
    }

    package func fetch(
        _ request: FetchRequest, begin: (FetchBeginning) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard !isAbandoned else { throw .cancelled }
        guard let answer = answer(to: request) else {
            wanted = [request]
            throw .cancelled
        }
        switch answer {
        case .failed(let error): throw error
        case .absent: return .absent
        case .found(let bytes):
            // The sink keeps the limit, and tells a web page from a file that is too long.
            begin(FetchBeginning())
            try bytes.withUnsafeBufferPointer { (piece) throws(FetchError) in
                try sink(UnsafeRawBufferPointer(piece))
            }
            return .found
        }
    }

    package func fetchTogether(_ receivers: [FileReceiver]) {
        guard !isAbandoned else { return }
        let missing = receivers.map { $0.request }.filter { answer(to: $0) == nil }
        guard missing.isEmpty else {
            wanted = missing
            return
        }
        for receiver in receivers {
            do throws(FetchError) {
                let outcome = try fetch(
                    receiver.request, begin: receiver.begin, sink: receiver.receive)
                receiver.end(.success(outcome))
            } catch {
                receiver.end(.failure(error))
            }
        }
    }

    private func answer(to request: FetchRequest) -> HostAnswer? {
        log.last { $0.request == request }?.answer
    }
}
