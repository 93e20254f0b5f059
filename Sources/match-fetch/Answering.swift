import BundleFormat
import CLinux
import Glibc
import MatchKeys
import MatchSource

/// Reads one request after another and writes its answer.
struct Answering {
    /// Answers until standard input ends, or the reader has gone.
    func run() -> Int32 {
        // It is useless without the program that asks, so a wait for a server must not outlive that program.
        guard clinux_end_with_parent(getppid()) == 0 else { return 0 }
        var lines = RequestLines()
        let source = Self.source()
        while let line = lines.next() {
            guard Console.writeAnswer(Self.answer(line, source)) else { break }
        }
        return 0
    }

    /// The source of answers, or why there is none.
    static func source() -> Result<MatchSource, SourceError> {
        do throws(SourceError) {
            return .success(
                try MatchSource(userAgent: userAgent, variable: ProcessEnvironment.variable))
        } catch {
            return .failure(error)
        }
    }

    /// Program and version, as the API wants them.
    static let userAgent = "match-bundles-breakdown/\(programVersion)"

    private static func answer(
        _ line: [UInt8], _ source: Result<MatchSource, SourceError>
    ) -> [UInt8] {
        do throws(SourceError) {
            guard let request = PipeRequest(line: line) else {
                throw .program("expected a request on a line of its own")
            }
            let answer = try source.get().get(request.resource, request.freshness)
            let reply = PipeReply.answer(answer.facts, lengthBytes: answer.body.count)
            return reply.line.utf8 + answer.body
        } catch {
            return Array(PipeReply.error(error).line.utf8)
        }
    }
}

/// The lines of standard input.
struct RequestLines {
    private var waiting: [UInt8] = []
    private var isEnded = false

    /// Waits for the next line.
    ///
    /// - Returns: the line without its break; nil at the end, and for a line that is too long.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(waiting[..<end])
                waiting.removeFirst(end + 1)
                return line
            }
            guard !isEnded, waiting.count <= PipeLimits.lineBytesMax else { return nil }
            var piece = [UInt8](repeating: 0, count: 4_096)
            let count = read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { isEnded = true } else { waiting += piece[..<count] }
        }
    }
}

/// The environment.
enum ProcessEnvironment {
    /// The environment variable of a name, nil if it is not set.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
