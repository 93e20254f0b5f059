import BundlePublisher
import Glibc
import Platform

/// Shows a season in a terminal and again at each save, until the author quits.
struct TerminalPreview {
    let loader: PreviewLoader
    let watch: FolderWatch

    /// Runs until a key or a signal ends it; returns the signal.
    func run(on terminal: consuming FullScreen) throws(PublishError) -> Int32? {
        let events = try PreviewEvents(watch, keys: STDIN_FILENO)
        let (columns, rows) = terminal.size
        var screen = PreviewScreen(
            content: loader.load(after: nil), columns: columns, rows: rows,
            colour: Console.takesColours(STDOUT_FILENO))
        while true {
            terminal.show(screen.lines())
            switch events.next() {
            case .saved: screen.content = loader.load(after: screen.content)
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
}

extension PreviewScreen {
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
