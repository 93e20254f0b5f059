import Glibc

/// A child process: this program again, or another one.
///
/// It gets an input, and its output is read. A child in a group of its own is killed with everything that
/// it started. Any other child also ends with Ctrl-C at our terminal.
final class ChildProcess {
    /// The process id of the child, and of its group if it has one.
    let identifier: pid_t
    let output: ChildPipe
    /// Its standard error; nil if it has ours.
    let errors: ChildPipe?
    private let hasOwnGroup: Bool

    enum Exit: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "cannot start a process: \(String(cString: strerror(code)))" }
    }

    /// Starts a child.
    ///
    /// This program is started from its open file, so that a newer installed version makes no difference.
    ///
    /// - Parameters:
    ///   - program: the path or name of another program, searched in `PATH`; nil for this one.
    ///   - input: its standard input; it must fit into a pipe.
    ///   - hasOwnGroup: false for a child that Ctrl-C at our terminal ends, too.
    ///   - outputBytesMax: the first bytes of its output that are kept.
    ///   - errorBytesMax: the last bytes of its standard error that are kept; nil if that is ours.
    init(
        program: String? = nil, arguments: [String], environment: [String: String],
        input: [UInt8] = [], hasOwnGroup: Bool = true, outputBytesMax: Int,
        errorBytesMax: Int? = nil
    ) throws(Failure) {
        self.hasOwnGroup = hasOwnGroup
        // SIGCHLD may be inherited as ignored; then the kernel keeps no exit status of a child.
        _ = signal(SIGCHLD, SIG_DFL)
        let input = try ChildPipe(input: input)
        output = try ChildPipe(bytesMax: outputBytesMax)
        if let errorBytesMax {
            errors = try ChildPipe(bytesMax: errorBytesMax, keepsLast: true)
        } else {
            errors = nil
        }
        identifier = try Self.spawn(
            program, arguments, environment,
            [input.readEnd, output.writeEnd, errors?.writeEnd ?? STDERR_FILENO],
            hasOwnGroup: hasOwnGroup)
        output.closeWriteEnd()
        errors?.closeWriteEnd()
        // It is closed only now.
        withExtendedLifetime(input) {}
    }

    /// Sends a signal to the child and everything that it started, if it has its own group.
    func signalAll(_ number: Int32) { _ = kill(hasOwnGroup ? -identifier : identifier, number) }

    /// Reads what it has printed.
    func listen() {
        output.listen()
        errors?.listen()
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
        return (signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal), output.bytes)
    }

    /// Waits for the child's end, and ends it itself if that takes too long.
    func finish(secondsMax: Int) -> (exit: Exit, printed: [UInt8]) {
        let deadline = ContinuousClock.now + .seconds(secondsMax)
        while true {
            if let end = ended() { return end }
            if ContinuousClock.now > deadline { signalAll(SIGKILL) }
            Self.wait(for: [self])
            listen()
        }
    }

    /// Returns when one of them has printed something, or after a moment, since one may have ended.
    static func wait(for children: [ChildProcess]) {
        let pipes = children.map(\.output) + children.compactMap(\.errors)
        var waited = pipes.map { pollfd(fd: $0.readEnd, events: Int16(POLLIN), revents: 0) }
        let ready = poll(&waited, nfds_t(waited.count), 50)
        // A closed pipe would wake us again and again until the child has ended, so sleep a little.
        if ready > 0, waited.allSatisfy({ $0.revents & Int16(POLLIN) == 0 }) { usleep(2_000) }
    }

    /// Reaps children that have ended and that no part of the program waits for.
    ///
    /// A process whose parent has ended becomes a child of process 1, which is this one in a container, and
    /// stays in the system's table until its new parent has waited for it.
    ///
    /// - Parameter awaited: children with their own ``ended()``, which keep their exit status.
    static func forgetOrphans(except awaited: (pid_t) -> Bool) {
        while true {
            var ended = siginfo_t()
            // It only looks, so that an awaited child keeps its status.
            guard waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
            let process = ended._sifields._sigchld.si_pid
            guard process > 0, !awaited(process) else { return }
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
    }

    private static func spawn(
        _ program: String?, _ arguments: [String], _ environment: [String: String],
        _ streams: [Int32], hasOwnGroup: Bool
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (ours, theirs) in zip(streams, STDIN_FILENO...) {
            posix_spawn_file_actions_adddup2(&actions, ours, theirs)
        }

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
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes, Int16(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

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
