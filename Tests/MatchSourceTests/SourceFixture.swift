import Foundation
import MatchKeys
import TestSupport
import WebTransport

@testable import MatchSource

/// A source whose server, clock and dice the test holds.
final class SourceFixture {
    /// One request as the server got it.
    struct Asked: Equatable {
        let path: String
        let headers: [String]
    }

    let folder: TemporaryDirectory
    /// Seconds since 1970, as the source's clock shows them.
    let time = TestTime()
    /// What the server answers next; the last one stays.
    var answers: [Result<WebAnswer, WebError>] = []
    var asked: [Asked] = []
    var key: APIKey? = APIKey("secret-key")

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// A new source with the same stored answers, as another run has it.
    func source(isOwnServer: Bool = false, cacheBytesMax: Int = 1 << 20) -> MatchSource {
        MatchSource(
            address: "https://api.example/v3",
            cache: AnswerCache(folder: folder["answers"], lengthBytesMax: cacheBytesMax),
            clock: time.clock, isOwnServer: isOwnServer,
            key: { [self] () throws(SourceError) in key },
            ask: { [self] (path, headers, _) throws(WebError) in
                asked.append(Asked(path: path, headers: headers))
                let answer = answers[0]
                if answers.count > 1 { answers.removeFirst() }
                return try answer.get()
            })
    }

    static func answer(
        _ body: String, tag: String? = "\"a\"", status: Int = 200, headers: [(String, String)] = []
    ) -> Result<WebAnswer, WebError> {
        var lines = headers.map { WebAnswer.Header($0.0, $0.1) }
        if let tag { lines.append(.init("etag", tag)) }
        return .success(WebAnswer(status: status, headers: lines, body: Array(body.utf8)))
    }
}

/// A clock that moves only when the program waits, or the test moves it.
final class TestTime: @unchecked Sendable {
    private let lock = NSLock()
    private var second: Int64 = 1_800_000_000
    private var waited: [Duration] = []
    private var up: Duration = .zero

    func move(by seconds: Int64) {
        lock.withLock {
            second += seconds
            up += .seconds(seconds)
        }
    }

    /// Every wait so far.
    var waits: [Duration] { lock.withLock { waited } }

    var clock: SourceClock {
        SourceClock(
            unixSecond: { [self] in lock.withLock { second } },
            uptime: { [self] in lock.withLock { up } },
            dice: { 1 },
            sleep: { [self] duration in
                lock.withLock {
                    waited.append(duration)
                    up += duration
                }
            })
    }
}
