import CLinux
import Glibc

/// One descriptor of a child, with our end of its pipe; both close with it.
final class ChildStream {
    /// What the child gets; nil for the descriptor of the same number.
    private(set) var theirs: Int32?
    /// Our end of the pipe; -1 for none.
    private(set) var ours: Int32 = -1
    private(set) var bytes: [UInt8] = []
    /// Whether more was read than is kept.
    private(set) var hasDropped = false
    /// Whether there may be more to collect.
    private(set) var isCollecting = false
    private var bytesMax = 0
    private var keepsLast = false
    private var ownsTheirs = false

    /// Makes the pipe, if it is one.
    init(_ stream: ChildStart.Stream) throws(ChildStartError) {
        switch stream {
        case .inherited, .same: break
        case .nothing: theirs = -1
        case .descriptor(let number): theirs = number
        case .input(let bytes):
            try makePipe(toChild: true)
            // A child that does not read must not stop us.
            _ = fcntl(ours, F_SETFL, O_NONBLOCK)
            guard write(ours, bytes, bytes.count) == bytes.count else {
                throw ChildStartError(code: E2BIG)
            }
            closeOurs()
        case .pipeToChild: try makePipe(toChild: true)
        case .pipeFromChild: try makePipe(toChild: false)
        case .first(let bytesMax): try collectLater(bytesMax)
        case .last(let bytesMax):
            keepsLast = true
            try collectLater(bytesMax)
        }
    }

    deinit {
        closeOurs()
        closeTheirs()
    }

    private func makePipe(toChild: Bool) throws(ChildStartError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { throw ChildStartError(code: errno) }
        (theirs, ours) = toChild ? (ends[0], ends[1]) : (ends[1], ends[0])
        ownsTheirs = true
    }

    private func collectLater(_ bytesMax: Int) throws(ChildStartError) {
        try makePipe(toChild: false)
        // A child that does not print must not stop us.
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
        self.bytesMax = bytesMax
        isCollecting = true
    }

    func closeOurs() {
        if ours >= 0 { close(ours) }
        ours = -1
    }

    /// Closes our copy of the child's end.
    func closeTheirs() {
        if ownsTheirs, let theirs { close(theirs) }
        ownsTheirs = false
    }

    /// Reads what is there; only so much at once that the time of a child that prints without end is looked at.
    func collect() {
        guard isCollecting else { return }
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        for _ in 0..<64 {
            let count = read(ours, &piece, piece.count)
            if count > 0 {
                if bytes.count + count > bytesMax { hasDropped = true }
                if keepsLast {
                    bytes = Array((bytes + piece.prefix(count)).suffix(bytesMax))
                } else {
                    bytes += piece.prefix(min(count, bytesMax - bytes.count))
                }
            } else if count == 0 {
                isCollecting = false
                return closeOurs()
            } else if errno != EINTR {
                return
            }
        }
    }
}
