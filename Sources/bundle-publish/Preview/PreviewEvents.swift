import BundlePublisher
import CLinux
import Files
import Glibc

/// What a preview waits for: signals, keys and saved files.
struct PreviewEvents: ~Copyable {
    enum Event {
        case saved
        case signal(Int32)
        /// Keys; none at the end of input.
        case typed([UInt8])
    }

    private let watch: FolderWatch
    private let keys: Int32
    private let signals: Int32

    /// Begins to catch signals; threads that start later leave them to us.
    ///
    /// - Parameter keys: the terminal's descriptor; -1 for none, which `poll` ignores.
    init(_ watch: FolderWatch, keys: Int32 = -1) throws(PublishError) {
        self.watch = watch
        self.keys = keys
        var awaited = sigset_t()
        sigemptyset(&awaited)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&awaited, number) }
        // Without a terminal of its own it stops and continues as every program.
        if keys >= 0 { for number in [SIGWINCH, SIGTSTP, SIGCONT] { sigaddset(&awaited, number) } }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        signals = clinux_signals(&awaited)
        guard signals >= 0 else {
            throw PublishError("\(FileError(operation: "open", path: "signals", code: errno))")
        }
    }

    deinit { close(signals) }

    /// Waits for the next event; signals come before keys, and keys before saved files.
    func next() -> Event {
        while true {
            var waiting = [keys, watch.descriptor, signals].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            let number = clinux_next_signal(signals)
            if number != 0 { return .signal(number) }
            if waiting[0].revents != 0 {
                var buffer = [UInt8](repeating: 0, count: 256)
                let count = read(keys, &buffer, buffer.count)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                return .typed(Array(buffer.prefix(max(0, count))))
            }
            if waiting[1].revents != 0, watch.settle() { return .saved }
        }
    }
}
