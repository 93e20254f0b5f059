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

    /// Makes the handle call this transfer, which must live until the handle has been performed.
    func attach(to handle: UnsafeMutableRawPointer) -> CURLcode {
        ccurl_set_receivers(
            handle,
            { (bytes, size, count, context) in
                ObjectTransfer.of(context).body(.init(start: bytes, count: size &* count))
            },
            { (bytes, size, count, context) in
                ObjectTransfer.of(context).header(.init(start: bytes, count: size &* count))
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    func perform(
        _ handle: UnsafeMutableRawPointer, in pool: UnsafeMutableRawPointer
    ) -> CURLcode {
        // Whoever publishes ends the program, which ends the transfer.
        ccurl_perform(
            pool, handle, 1_000, { (_) in 0 }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> ObjectTransfer {
        Unmanaged<ObjectTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func body(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= lengthBytesMax - body.count else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func header(_ bytes: UnsafeRawBufferPointer) -> Int {
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
