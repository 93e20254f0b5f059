import BundlePublisher
import Glibc
import Synchronization

/// Signals as bytes in a pipe, so that one loop can wait for signals, keys and files.
///
/// There is one in a process, because a handler can reach only global variables.
enum SignalPipe {
    private static let writing = Atomic<Int32>(-1)

    /// Begins to catch signals.
    static func open(_ signals: [Int32]) throws(PublishError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PublishError("preview: cannot make a pipe: errno \(errno)")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        writing.store(ends[1], ordering: .sequentiallyConsistent)
        // The process that started us may have blocked them, as threads that start processes often do.
        var ours = sigset_t()
        sigemptyset(&ours)
        for number in signals {
            sigaddset(&ours, number)
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writing.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = code
            }
        }
        pthread_sigmask(SIG_UNBLOCK, &ours, nil)
        return ends[0]
    }

    /// Takes a signal; nil if there is none.
    static func next(_ descriptor: Int32) -> Int32? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
    }
}
