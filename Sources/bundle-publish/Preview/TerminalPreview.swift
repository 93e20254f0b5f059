import BundlePublisher
import Glibc
import Terminals

/// Shows a season in a terminal and again at each save, until the author quits.
struct TerminalPreview {
    let loader: PreviewLoader
    let watch: FolderWatch
    let colour: Bool

    /// Runs until a key or a signal ends it; returns the signal.
    func run(on terminal: consuming FullScreen) throws(PublishError) -> Int32? {
        let signals = try SignalPipe.open([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
        defer { close(signals) }
        let (columns, rows) = terminal.size
        var screen = PreviewScreen(
            content: loader.load(after: nil), columns: columns, rows: rows, colour: colour)
        while true {
            terminal.show(screen.lines())
            switch wait(signals) {
            case .nothing: continue
            case .saved:
                screen = PreviewScreen(
                    content: loader.load(after: screen.content), selected: screen.selected,
                    scrolled: screen.scrolled, columns: screen.columns, rows: screen.rows,
                    colour: colour)
            case .signal(SIGWINCH):
                (screen.columns, screen.rows) = terminal.size
                terminal.clear()
            case .signal(let number): return number
            case .typed(let bytes):
                guard !bytes.isEmpty else { return nil }
                for key in PreviewKey.keys(in: bytes, rows: max(1, screen.rows - 3)) {
                    if key == .quit { return nil }
                    screen.apply(key)
                }
            }
        }
    }

    private enum Event {
        case nothing, saved
        case signal(Int32)
        /// Keys; none at the end of input.
        case typed([UInt8])
    }

    private func wait(_ signals: Int32) -> Event {
        var waiting = [STDIN_FILENO, watch.descriptor, signals].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return .nothing }
        if waiting[2].revents != 0 {
            return SignalPipe.next(signals).map { .signal($0) } ?? .nothing
        }
        if waiting[0].revents != 0 {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
            return .typed(Array(buffer.prefix(max(0, count))))
        }
        return watch.settle() ? .saved : .nothing
    }
}

extension PreviewScreen {
    /// Does what a key requests.
    fileprivate mutating func apply(_ key: PreviewKey) {
        let count = max(1, content.samples.count)
        switch key {
        case .quit: break
        case .next: (selected, scrolled) = ((selected + 1) % count, 0)
        case .previous: (selected, scrolled) = ((selected + count - 1) % count, 0)
        case .scroll(let lines): scrolled = min(scrolledMax, max(0, scrolled + lines))
        case .top: scrolled = 0
        }
    }
}
