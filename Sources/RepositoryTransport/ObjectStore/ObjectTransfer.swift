import CCurl
import TUF

/// One request's answer as libcurl's callbacks gather it, errors' bodies included.
final class ObjectTransfer: HandleUser {
    private let lengthBytesMax: Int
    private let headersBytesMax: Int
    private var body: [UInt8] = []
    private var headersBytes = 0
    private var head = AnswerHead()
    private var isTooLong = false

    init(lengthBytesMax: Int, headersBytesMax: Int) {
        self.lengthBytesMax = lengthBytesMax
        self.headersBytesMax = headersBytesMax
    }

    static let pauseMilliseconds: Int32 = 1_000

    /// Whoever publishes ends the program, which ends the transfer.
    func shouldStop() -> Bool { false }

    func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= lengthBytesMax - body.count else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    func header(_ bytes: UnsafeRawBufferPointer) -> Int {
        headersBytes += bytes.count
        guard headersBytes <= headersBytesMax else { return 0 }
        head.take(String(decoding: bytes, as: UTF8.self))
        return bytes.count
    }

    /// What it came to, once libcurl has returned.
    func answer(
        _ code: CURLcode, status: Int, problem: String
    ) throws(FetchError) -> WebAnswer {
        guard !isTooLong else { throw .tooLong(lengthBytesMax: lengthBytesMax) }
        guard code == CURLE_OK else { throw .unreachable(problem) }
        return WebAnswer(status: status, headers: head.headers, body: body)
    }
}
