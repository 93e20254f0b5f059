import CLinux
import Glibc

/// A program of the system that reads what this program writes: a pager, or a renderer.
struct Helper: ~Copyable {
    /// Where to write; closed by ``finish()``.
    let descriptor: Int32
    private let process: pid_t

    /// Starts a program with a pipe as its standard input; nil if it cannot be started.
    ///
    /// It inherits everything else.
    init?(_ command: [String], setting: [String] = []) {
        guard let program = command.first else { return nil }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores a closed pipe; a helper must not.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        arguments.append(nil)
        var variables = Self.environment(setting: setting).map { strdup($0) }
        variables.append(nil)
        defer {
            for text in arguments + variables { free(text) }
        }
        var started: pid_t = 0
        let code = posix_spawnp(&started, program, &actions, &attributes, arguments, variables)
        close(ends[0])
        guard code == 0 else {
            close(ends[1])
            return nil
        }
        descriptor = ends[1]
        process = started
    }

    /// Closes the pipe and waits for the program's end.
    ///
    /// - Returns: its exit status; 127 if a signal ended it.
    consuming func finish() -> Int32 {
        close(descriptor)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return 127 }
        }
        return Self.exitStatus(status)
    }

    /// Writes a text, closes the pipe and waits for the end; kills a program that takes too long.
    ///
    /// - Returns: its exit status, as ``finish()``; nil if it was killed because the time was up.
    consuming func finish(writing text: [UInt8], within seconds: Int) -> Int32? {
        let end = clinux_monotonic_time() + Int64(seconds) * 1_000_000_000
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var written = 0
        while written < text.count, clinux_monotonic_time() < end {
            let count = text.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, Self.pauseMilliseconds)
            } else if errno != EINTR {
                break
            }
        }
        close(descriptor)
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return Self.exitStatus(status) }
            if ended < 0, errno != EINTR { return 127 }
            guard clinux_monotonic_time() < end else { break }
            poll(nil, 0, Self.pauseMilliseconds)
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    /// How long to wait before looking again: too short to notice.
    private static let pauseMilliseconds: Int32 = 5

    private static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : 127
    }

    /// Whether a program of this name can be started.
    ///
    /// - Returns: whether a folder of `$PATH` has the name, or the path leads to a program.
    static func isInstalled(_ program: String) -> Bool {
        if program.utf8.contains(UInt8(ascii: "/")) { return access(program, X_OK) == 0 }
        let path = ProcessEnvironment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private static func environment(setting: [String]) -> [String] {
        let names = setting.map { $0.prefix { $0 != "=" } + "=" }
        var variables = setting
        var at = environ
        while let entry = at.pointee {
            let variable = String(cString: entry)
            if !names.contains(where: { variable.hasPrefix($0) }) { variables.append(variable) }
            at += 1
        }
        return variables
    }
}
