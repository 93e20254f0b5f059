import CLinux
import Glibc

/// The browser of a person at a desktop.
enum DesktopBrowser {
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
