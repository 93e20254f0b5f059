import TUF

/// What the host answers to one request; bytes are as received.
public enum HostAnswer: Sendable {
    case found([UInt8])
    case absent
    /// No usable answer came.
    case failed(FetchError)
}

/// What a poll needs next, or what has come of it.
public enum PollStep {
    /// Fetch these files, side by side, and call ``SeasonPoll/answer(_:)`` with one answer for each.
    case fetch([FetchRequest])
    /// Keep the changes, then show what is served.
    case done(PollResult)
}

/// A fetcher that knows the answers which the host has given so far, in their order.
///
/// A poll is a pure function of its facts and these answers. When it asks for the first file without an answer, it is
/// abandoned; the host fetches, and the poll runs again from the start. So the code of a client that waits for the
/// network serves hosts that cannot wait.
final class GivenAnswers: Fetcher {
    private(set) var log: [(request: FetchRequest, answer: HostAnswer)] = []
    /// What to fetch next; empty if the run was not abandoned.
    private(set) var wanted: [FetchRequest] = []

    var isAbandoned: Bool { !wanted.isEmpty }

    /// Begins a run from the start.
    func rewind() { wanted = [] }

    /// Forgets the answers so far.
    func forget() { log = [] }

    /// Adds the answers to ``wanted``.
    func add(_ answers: [HostAnswer]) {
        precondition(answers.count == wanted.count, "an answer for each request")
        log += zip(wanted, answers).map { (request: $0, answer: $1) }
        wanted = []
    }

    func fetch(
        _ request: FetchRequest, begin: (FetchBeginning) throws(FetchError) -> Void,
        sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
    ) throws(FetchError) -> FetchOutcome {
        guard !isAbandoned, let answer = take(request) else {
            if !isAbandoned { wanted = [request] }
            throw .cancelled
        }
        switch answer {
        case .failed(let error): throw error
        case .absent: return .absent
        case .found(let bytes):
            guard bytes.count <= request.lengthBytesMax else {
                throw .tooLong(lengthBytesMax: request.lengthBytesMax)
            }
            try begin(FetchBeginning())
            try bytes.withUnsafeBufferPointer { (piece) throws(FetchError) in
                try sink(UnsafeRawBufferPointer(piece))
            }
            return .found
        }
    }

    func fetchTogether(_ receivers: [any FileReceiver]) {
        guard !isAbandoned else { return }
        let missing = receivers.map { $0.request }.filter { take($0) == nil }
        guard missing.isEmpty else {
            wanted = missing
            return
        }
        for receiver in receivers {
            do throws(FetchError) {
                let outcome = try fetch(
                    receiver.request,
                    begin: { (beginning) throws(FetchError) in try receiver.begin(beginning) },
                    sink: { (piece) throws(FetchError) in try receiver.receive(piece) })
                receiver.end(.success(outcome))
            } catch {
                receiver.end(.failure(error))
            }
        }
    }

    private func take(_ request: FetchRequest) -> HostAnswer? {
        log.last { $0.request == request }?.answer
    }
}
