import Glibc
import MatchKeys
import Platform

/// A running `match-fetch`: requests go in, answers come out, one after another.
struct FetchConnection: ~Copyable {
    /// An answer with its age.
    struct Answer {
        let body: [UInt8]
        let facts: AnswerFacts
    }

    private let program: ChildProcess
    private var received: [UInt8] = []
    private var awaited: (facts: AnswerFacts, lengthBytes: Int)?

    /// Starts the program.
    init() throws(SourceError) {
        // If the program breaks off, that must be an error and not kill this program.
        signal(SIGPIPE, SIG_IGN)
        program = try FetchProgram.start(["answer"], [.pipeToChild, .pipeFromChild, .inherited])
    }

    deinit {
        // It ends by itself when its input ends, unless it is waiting for a server.
        program.signal(SIGTERM)
        _ = program.wait()
    }

    /// The descriptor that becomes readable when a part of an answer is there.
    var descriptor: Int32 { program.descriptor(1) }

    /// Gets one resource and waits for it.
    mutating func get(_ resource: Resource, _ freshness: CachePolicy) throws(SourceError) -> Answer
    {
        try ask(resource, freshness)
        while true {
            if let answer = try receive() { return try answer.get() }
        }
    }

    /// Requests one resource; the caller receives the answer before it sends the next request.
    func ask(_ resource: Resource, _ freshness: CachePolicy) throws(SourceError) {
        let line = Array(PipeRequest(resource, freshness).line.utf8)
        // A pipe takes a line of this length in one piece.
        while write(program.descriptor(0), line, line.count) != line.count {
            guard errno == EINTR else { throw Self.brokenOff }
        }
    }

    /// Reads once what is there; waits if nothing is there.
    ///
    /// - Returns: the answer, or the reason that there is none; nil if more must come.
    mutating func receive() throws(SourceError) -> Result<Answer, SourceError>? {
        var piece = [UInt8](repeating: 0, count: BreakdownLimits.chunkBytes)
        let count = read(program.descriptor(1), &piece, piece.count)
        if count < 0, errno == EINTR { return nil }
        guard count > 0 else { throw Self.brokenOff }
        received += piece[..<count]
        return try takeAnswer()
    }

    private mutating func takeAnswer() throws(SourceError) -> Result<Answer, SourceError>? {
        if awaited == nil {
            guard let end = received.prefix(PipeLimits.lineBytesMax).firstIndex(of: 0x0A) else {
                if received.count > PipeLimits.lineBytesMax { throw Self.otherForm }
                return nil
            }
            let line = Array(received[..<end])
            received.removeFirst(end + 1)
            switch PipeReply(line: line) {
            case nil: throw Self.otherForm
            case .error(let error): return .failure(error)
            case .answer(let facts, let lengthBytes): awaited = (facts, lengthBytes)
            }
        }
        guard let awaited, received.count >= awaited.lengthBytes else { return nil }
        let body = Array(received.prefix(awaited.lengthBytes))
        received.removeFirst(awaited.lengthBytes)
        self.awaited = nil
        return .success(Answer(body: body, facts: awaited.facts))
    }

    private static let brokenOff = SourceError.program("it ended before it had answered")
    private static let otherForm = SourceError.program(
        "it answers in another form; are breakdown and match-fetch of one version?")
}
