import BundlePublisher
import CLinux
import Glibc

/// Writes a season's page, and again at each save, until a signal ends it.
struct PagePreview {
    let loader: PreviewLoader
    let watch: FolderWatch
    let file: PreviewFile

    /// Runs until a signal ends it; returns the signal.
    func run() throws(PublishError) -> Int32 {
        let events = try PreviewEvents(watch)
        let page = PreviewPage()
        var content = loader.load(after: nil)
        try file.write(page.text(content, written: Surroundings.now))
        Console.result(
            "Wrote \(file.path); a browser that shows it follows each save. Control-C ends this.")
        DesktopBrowser.open(file.path)
        while true {
            Console.message(content.summary)
            switch events.next() {
            case .saved:
                content = loader.load(after: content)
                try file.write(page.text(content, written: Surroundings.now))
            case .signal(SIGWINCH), .typed: continue
            case .signal(let number): return number
            }
        }
    }
}

/// The browser of a person at a desktop.
private enum DesktopBrowser {
    /// Shows a file in it; does nothing without a desktop session or without `xdg-open`.
    static func open(_ path: String) {
        let isDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            Surroundings.variable($0)?.isEmpty == false
        }
        guard isDesktop else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The preview reads its signals itself. The browser gets its own signals, and not those of this terminal.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        let words = [strdup("xdg-open"), strdup(path), nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        posix_spawnp(&process, "xdg-open", &actions, &attributes, words, clinux_environment())
    }
}
