import CLinux
import Glibc

/// A child process: this program again, or another one.
///
/// It gets an input, and its output is read. A child in a group of its own is killed with everything that
/// it started. Any other child also ends with Ctrl-C at our terminal.
final class ChildProcess {
    /// The process id of the child, and of its group if it has one.
    let identifier: pid_t
    /// The descriptor of its output.
    let output: Int32
    private let outputBytesMax: Int
    private let hasOwnGroup: Bool
    private var printed: [UInt8] = []
    /// Whether it has printed more than is kept.
    private(set) var hasDropped = false

    /// How a child ended.
    enum Exit: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts a child.
    ///
    /// This program is started from its open file, so that a newer installed version makes no difference.
    ///
    /// - Parameters:
    ///   - program: the path or name of another program, searched in `PATH`; nil for this one.
    ///   - input: its standard input; it must fit into a pipe.
    ///   - errors: the descriptor for its standard error; nil for ours.
    ///   - hasOwnGroup: false for a child that Ctrl-C at our terminal ends, too.
    /// - Throws: ``Failure``.
    init(
        program: String? = nil, arguments: [String], environment: [String: String],
        input: [UInt8], errors: Int32? = nil, hasOwnGroup: Bool = true, outputBytesMax: Int
    ) throws(Failure) {
        self.outputBytesMax = outputBytesMax
        self.hasOwnGroup = hasOwnGroup
        let (inputEnd, ourInput) = try Self.pipe()
        defer { close(inputEnd) }
        // SIGCHLD may be inherited as ignored; then the kernel keeps no exit status of a child.
        _ = signal(SIGCHLD, SIG_DFL)
        let ours: Int32
        let outputEnd: Int32
        do throws(Failure) {
            (ours, outputEnd) = try Self.pipe()
        } catch {
            close(ourInput)
            throw error
        }
        defer { close(outputEnd) }
        // Neither end may block: a child that does not read must not stop us.
        _ = fcntl(ourInput, F_SETFL, O_NONBLOCK)
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
        let written = write(ourInput, input, input.count)
        close(ourInput)
        guard written == input.count else {
            close(ours)
            throw Failure(code: E2BIG)
        }
        do throws(Failure) {
            identifier = try Self.spawn(
                program, arguments, environment, inputEnd, outputEnd, errors,
                hasOwnGroup: hasOwnGroup)
        } catch {
            close(ours)
            throw error
        }
        output = ours
    }

    deinit { close(output) }

    /// Why no child was started.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "cannot start a process: \(String(cString: strerror(code)))" }
    }

    /// Sends a signal to the child and everything that it started, if it has its own group.
    func signalAll(_ number: Int32) { _ = kill(hasOwnGroup ? -identifier : identifier, number) }

    /// Reads the output that is there.
    ///
    /// - Returns: whether more may come.
    @discardableResult
    func listen() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(output, &piece, piece.count)
            if count > 0 {
                let kept = min(count, outputBytesMax - printed.count)
                printed += piece.prefix(kept)
                if kept < count { hasDropped = true }
            } else if count == 0 || errno != EINTR {
                return count < 0 && errno == EAGAIN
            }
        }
    }

    /// Tells whether the child has ended, and how; it does not wait.
    ///
    /// - Returns: nil while it runs; else how it ended, with all its output. Then its whole group has ended.
    func ended() -> (exit: Exit, printed: [UInt8])? {
        var information = siginfo_t()
        // Keep the zombie for now, so that no other process can get the group's number.
        guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            information.si_signo != 0
        else { return nil }
        signalAll(SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        listen()
        let signal = status & 0x7F
        return (signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal), printed)
    }

    /// Waits for the child's end, and ends it itself if that takes too long.
    func finish(secondsMax: Int) -> (exit: Exit, printed: [UInt8]) {
        let deadline = ContinuousClock.now + .seconds(secondsMax)
        while true {
            if let end = ended() { return end }
            if ContinuousClock.now > deadline { signalAll(SIGKILL) }
            var waited = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            // A closed pipe would wake us again and again until the child has ended, so sleep a little.
            if poll(&waited, 1, 50) > 0, !listen() { usleep(2_000) }
        }
    }

    /// The next child of this process that has ended and is not waited for yet; it does not wait.
    ///
    /// - Returns: its process id; nil if there is none. Until it is waited for, the next call returns it again.
    static func nextEnded() -> pid_t? {
        var information = siginfo_t()
        guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return nil }
        let process = information._sifields._sigchld.si_pid
        return process > 0 ? process : nil
    }

    /// Reaps children that have ended and that no part of the program waits for.
    ///
    /// A process whose parent has ended becomes a child of process 1, which is this one in a container, and
    /// stays in the system's table until its new parent has waited for it.
    ///
    /// - Parameter awaited: children with their own ``ended()``, which keep their exit status.
    static func forgetOrphans(except awaited: (pid_t) -> Bool) {
        while let process = nextEnded(), !awaited(process) {
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
    }

    /// Makes a pipe whose ends no other process inherits.
    static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { throw Failure(code: errno) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ program: String?, _ arguments: [String], _ environment: [String: String],
        _ input: Int32, _ output: Int32, _ errors: Int32?, hasOwnGroup: Bool
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        sigaddset(&ignored, SIGCHLD)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(
                (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0) | POSIX_SPAWN_SETSIGMASK
                    | POSIX_SPAWN_SETSIGDEF))

        let argv = strings([program ?? "bundle-agent"] + arguments)
        let envp = strings(environment.map { "\($0.key)=\($0.value)" })
        defer {
            for text in argv + envp { free(text) }
        }
        var identifier: pid_t = 0
        let code =
            if let program {
                posix_spawnp(&identifier, program, &actions, &attributes, argv, envp)
            } else {
                posix_spawn(&identifier, "/proc/self/exe", &actions, &attributes, argv, envp)
            }
        guard code == 0 else { throw Failure(code: code) }
        return identifier
    }

    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}
