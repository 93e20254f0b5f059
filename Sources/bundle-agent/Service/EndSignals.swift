import Glibc

/// SIGTERM and SIGINT as something to ask for and to wait for, on one thread and without a handler.
///
/// They are blocked from the making of this value on, also in threads that libraries start later.
final class EndSignals {
    private var signals = sigset_t()
    private var isEnding = false

    /// Blocks the signals.
    init() {
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // A reader of our messages that goes away is no reason to go too.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether one has come; does not wait.
    func haveCome() -> Bool { wait(.zero) }

    /// Waits for one.
    ///
    /// - Parameter duration: at most so long.
    /// - Returns: whether one has come, now or before.
    func wait(_ duration: Duration) -> Bool {
        let deadline = ContinuousClock.now + duration
        while !isEnding {
            let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline))
                .components
            var rest = timespec(
                tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            let number = sigtimedwait(&signals, nil, &rest)
            if number > 0 {
                isEnding = true
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
