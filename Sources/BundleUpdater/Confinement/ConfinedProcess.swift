import CLinux
import Glibc
import SeasonClient

/// A running program that has only its arguments, its input and some files to read.
///
/// It is killed when its time is over, when this value is released, or when the agent ends. A *keeper*
/// stands between the agent and the program: a small child process that starts the program. The keeper ends
/// when the program and everything that the program started have ended (`CLinux`).
package final class ConfinedProcess {
    /// How it ended, with the first of its output.
    package enum End: Equatable {
        case exited(status: Int32, output: [UInt8])
        case killed(signal: Int32, output: [UInt8])
        case timedOut
        /// The agent was asked to end.
        case cancelled
    }

    /// The program did not run at all.
    package struct StartError: Error, CustomStringConvertible {
        package let code: Int32
        package var description: String { String(cString: strerror(code)) }
    }

    /// Open files: enough for a program with a few libraries.
    private static let filesMax: UInt64 = 64
    /// How often to ask whether the agent must end, and, if the kernel cannot report a process's
    /// end, whether it has ended.
    private static let turnMilliseconds: Int32 = 200

    /// The keeper's process id.
    private let process: pid_t
    /// The program may run as long as this is open.
    private let lifeline: Int32
    /// Reports the keeper's end; -1 if the kernel cannot.
    private let descriptor: Int32
    private let pipe: Int32
    private let deadline: ContinuousClock.Instant
    private let outputBytesMax: Int
    /// The first of its output so far.
    package private(set) var output: [UInt8] = []
    /// How it ended; nil while it runs.
    package private(set) var end: End?

    /// Starts a program.
    ///
    /// - Throws: ``StartError``; then nothing runs.
    package init(
        _ command: [String], access: ConfinedAccess, limits: ConfinedLimits, input: Int32? = nil
    ) throws(StartError) {
        var pipe: [Int32] = [-1, -1]
        guard clinux_pipe(&pipe) == 0 else { throw StartError(code: errno) }
        // Only our end is non-blocking: the program may rely on waiting until its output is read.
        _ = fcntl(pipe[0], F_SETFL, O_NONBLOCK)
        var confined = clinux_confined()
        let code = Self.start(
            command, access, limits, input: input ?? -1, output: pipe[1], &confined)
        close(pipe[1])
        guard code == 0 else {
            close(pipe[0])
            throw StartError(code: code)
        }
        process = confined.keeper
        lifeline = confined.lifeline
        self.pipe = pipe[0]
        descriptor = clinux_process(process)
        outputBytesMax = limits.outputBytesMax
        deadline = ContinuousClock.now + limits.time
    }

    deinit {
        if end == nil { finish(as: .cancelled) }
        close(pipe)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads output and checks the time, without waiting; call it several times a second.
    package func checkForEnd(isCancelled: Bool) {
        guard end == nil else { return }
        drain()
        if hasEnded {
            finish(as: nil)
        } else if isCancelled {
            finish(as: .cancelled)
        } else if ContinuousClock.now >= deadline {
            finish(as: .timedOut)
        }
    }

    /// Returns when one of them wrote output, ended or timed out, or after one interval.
    package static func wait(for running: [ConfinedProcess]) {
        var events: [pollfd] = []
        var turn = turnMilliseconds
        for process in running {
            let left = ContinuousClock.now.duration(to: process.deadline) / .milliseconds(1)
            turn = min(turn, Int32(max(1, min(left, 1_000))))
            if process.descriptor < 0 { turn = min(turn, 20) }
            events.append(pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0))
            // The process closed its output but still runs: there is no more output to wait for.
            var output = pollfd(fd: process.pipe, events: Int16(POLLIN), revents: 0)
            if poll(&output, 1, 0) == 1, output.revents & Int16(POLLIN) == 0 { continue }
            events.append(pollfd(fd: process.pipe, events: Int16(POLLIN), revents: 0))
        }
        _ = poll(&events, nfds_t(events.count), turn)
    }

    /// Kills it with everything that it started, and says how it ended.
    private func finish(as cut: End?) {
        close(lifeline)
        let status = Self.status(of: process)
        drain()
        let signal = status & 0x7F
        end =
            cut
            ?? (signal == 0
                ? .exited(status: (status >> 8) & 0xFF, output: output)
                : .killed(signal: signal, output: output))
    }

    private static func start(
        _ command: [String], _ access: ConfinedAccess, _ limits: ConfinedLimits, input: Int32,
        output: Int32, _ confined: inout clinux_confined
    ) -> Int32 {
        let environment =
            ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"]
            + (access.libraryPath.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
        let seconds = limits.processorSeconds ?? UInt64(max(1, limits.time.components.seconds)) + 1
        let lists = [command, environment, access.readable, access.runnable].map { texts in
            texts.map { strdup($0) } + [nil]
        }
        defer { for text in lists.joined() { free(text) } }
        return lists[0].withUnsafeBufferPointer { arguments in
            lists[1].withUnsafeBufferPointer { environment in
                lists[2].withUnsafeBufferPointer { readable in
                    lists[3].withUnsafeBufferPointer { runnable in
                        guard let arguments = arguments.baseAddress,
                            let environment = environment.baseAddress,
                            let readable = readable.baseAddress,
                            let runnable = runnable.baseAddress
                        else { return EINVAL }
                        var confinement = clinux_confinement(
                            arguments: arguments, environment: environment, readable: readable,
                            runnable: runnable,
                            cpu_seconds: seconds, memory_bytes: limits.memoryBytes,
                            files: filesMax, input: input, landlock_max: access.landlockVersionMax)
                        return clinux_start_confined(&confinement, output, &confined)
                    }
                }
            }
        }
    }

    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
            // Read only a limited amount; if the program prints for ever, the clock is checked in
            // between.
            for _ in 0..<16 {
                let count = read(pipe, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let room = max(0, outputBytesMax - output.count)
                output += buffer[..<count].prefix(room)
            }
        }
    }

    /// Whether the process has ended; it does not wait.
    private var hasEnded: Bool {
        var info = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return answer == 0 ? info.si_signo != 0 : errno != EINTR
    }

    /// Waits for the process's end; if the system does not know how it ended, it counts as killed.
    private static func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) != process {
            guard errno == EINTR else { return SIGKILL }
        }
        return status
    }
}
