import CLinux
import Glibc

/// A pipe to or from a child process; no other process inherits its ends, and they close with it.
final class ChildPipe {
    let readEnd: Int32
    private(set) var writeEnd: Int32
    /// What was read from it: the first bytes, or the last ones.
    private(set) var bytes: [UInt8] = []
    /// Whether more was read than is kept.
    private(set) var hasDropped = false
    private let bytesMax: Int
    private let keepsLast: Bool

    /// Makes a pipe.
    ///
    /// - Parameters:
    ///   - input: everything that the child reads from it; nil for a pipe that the child writes to.
    ///   - bytesMax: how much of what is read from it is kept.
    ///   - keepsLast: whether the last bytes are kept, not the first.
    /// - Throws: ``ChildProcess/Failure`` if the system gives no pipe, or the input does not fit into it.
    init(
        input: [UInt8]? = nil, bytesMax: Int = 0, keepsLast: Bool = false
    ) throws(ChildProcess.Failure) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { throw ChildProcess.Failure(code: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        self.bytesMax = bytesMax
        self.keepsLast = keepsLast
        // Our end does not block: a child that neither reads nor prints must not stop us.
        _ = fcntl(input == nil ? readEnd : writeEnd, F_SETFL, O_NONBLOCK)
        guard let input else { return }
        guard write(writeEnd, input, input.count) == input.count else {
            throw ChildProcess.Failure(code: E2BIG)
        }
        closeWriteEnd()
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    /// Closes our copy of the end that the child writes to.
    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// Reads what is there.
    func listen() {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(readEnd, &piece, piece.count)
            if count > 0 {
                if bytes.count + count > bytesMax { hasDropped = true }
                if keepsLast {
                    bytes = Array((bytes + piece.prefix(count)).suffix(bytesMax))
                } else {
                    bytes += piece.prefix(min(count, bytesMax - bytes.count))
                }
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }
}
