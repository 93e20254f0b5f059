import CLinux
import Glibc

/// A program run to its end with lowered rights, and killed with all it started when its time is over.
enum ConfinedProcess {
    /// How it ended, and the first of what it printed.
    enum End: Equatable {
        case exited(status: Int32, output: [UInt8])
        case killed(signal: Int32, output: [UInt8])
        case timedOut
        /// The agent was asked to end.
        case cancelled
    }

    /// The program did not run at all.
    struct StartError: Error, CustomStringConvertible {
        let code: Int32
        var description: String { String(cString: strerror(code)) }
    }

    /// Bytes of output that are kept; the rest is read and dropped, so that the program never waits.
    private static let outputBytesMax = 4_096
    /// Bytes of address space: many times what a season needs, less than a small machine has.
    private static let memoryBytesMax: UInt64 = 1 << 30
    /// Open files: what a program with a few libraries needs.
    private static let filesMax: UInt64 = 64
    /// How often it is asked whether the agent is to end, and where the kernel cannot tell of a process's
    /// end, whether it has come.
    private static let turnMilliseconds: Int32 = 200

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - command: its path and arguments.
    ///   - timeLimit: after this it is killed.
    ///   - isCancelled: asked several times a second; true kills it.
    /// - Returns: how it ended.
    /// - Throws: ``StartError``; nothing has run then.
    static func run(
        _ command: [String], timeLimit: Duration, isCancelled: () -> Bool
    ) throws(StartError) -> End {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { throw StartError(code: errno) }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Our end alone: the program may rely on its output waiting for a reader.
        _ = fcntl(pipe[0], F_SETFL, O_NONBLOCK)
        defer { close(pipe[0]) }
        var process: pid_t = -1
        let code = start(command, timeLimit, output: pipe[1], &process)
        close(pipe[1])
        guard code == 0 else {
            if process > 0 { _ = status(of: process) }
            throw StartError(code: code)
        }
        let descriptor = clinux_process(process)
        defer { if descriptor >= 0 { close(descriptor) } }
        let deadline = ContinuousClock.now + timeLimit
        var output: [UInt8] = []
        var isCut: End?
        while !hasEnded(process) {
            if isCancelled() {
                isCut = .cancelled
            } else if ContinuousClock.now >= deadline {
                isCut = .timedOut
            }
            if isCut != nil { break }
            wait(pipe[0], descriptor, until: deadline)
            drain(pipe[0], into: &output)
        }
        // While it is not waited for, its number, and that of its group, is nobody else's.
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
        let status = status(of: process)
        drain(pipe[0], into: &output)
        if let isCut { return isCut }
        let signal = status & 0x7F
        return signal == 0
            ? .exited(status: (status >> 8) & 0xFF, output: output)
            : .killed(signal: signal, output: output)
    }

    private static func start(
        _ command: [String], _ timeLimit: Duration, output: Int32, _ process: inout pid_t
    ) -> Int32 {
        let environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent",
        ]
        var limits = clinux_limits(
            cpu_seconds: UInt64(max(1, timeLimit.components.seconds)) + 1,
            memory_bytes: memoryBytesMax, files: filesMax)
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        return clinux_start_confined(words, variables, &limits, output, &process)
    }

    /// Returns when there is output, when the process has ended, or after a turn.
    private static func wait(
        _ output: Int32, _ process: Int32, until deadline: ContinuousClock.Instant
    ) {
        let left = ContinuousClock.now.duration(to: deadline).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        var events = [
            pollfd(fd: process, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        ]
        // Closed by the process while it goes on: there is nothing more to wait for on that end.
        var isClosed = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        if poll(&isClosed, 1, 0) == 1, isClosed.revents & Int16(POLLIN) == 0 { events.removeLast() }
        let turn = process < 0 ? 20 : turnMilliseconds
        _ = poll(
            &events, nfds_t(events.count), Int32(clamping: max(1, min(Int64(turn), milliseconds))))
    }

    private static func drain(_ descriptor: Int32, into output: inout [UInt8]) {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
            // Bounded: what goes on printing comes back after the clock was looked at.
            for _ in 0..<16 {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let room = max(0, outputBytesMax - output.count)
                output += buffer[..<count].prefix(room)
            }
        }
    }

    /// Whether the process has ended; it is not waited for.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var info = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return answer == 0 ? info.si_signo != 0 : errno != EINTR
    }

    /// Waits for the process's end.
    private static func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
