import CLinux
import Glibc

/// A running child process, with our ends of its pipes.
///
/// Releasing it closes the pipes, and does not end the child.
package final class ChildProcess {
    package enum End: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It was killed because its time was over.
        case timedOut
    }

    /// The child's process id, and the number of its group if it has one.
    package let identifier: pid_t
    /// How it ended; nil until ``checkForEnd()`` has seen it.
    package private(set) var end: End?
    private var streams: [ChildStream] = []
    private let hasOwnGroup: Bool
    /// Nanoseconds of CLOCK_MONOTONIC, which stands still while the machine sleeps.
    private let deadline: Int64?
    private var isLate = false
    /// Becomes readable when the child has ended; -1 if the kernel has no such descriptor.
    private let ended: Int32

    /// Starts a child.
    ///
    /// - Throws: ``ChildStartError`` if the system starts none; then nothing of it is left.
    package init(_ start: ChildStart) throws(ChildStartError) {
        var theirs: [Int32] = []
        for (number, stream) in start.streams.enumerated() {
            streams.append(try ChildStream(stream))
            if case .same(let earlier) = stream {
                theirs.append(theirs[earlier])
            } else {
                theirs.append(streams[number].theirs ?? Int32(number))
            }
        }
        hasOwnGroup = start.group != .ours
        deadline = start.timeLimit.map { clinux_monotonic_time() + Int64($0 / .nanoseconds(1)) }
        identifier = try start.spawn(theirs)
        ended = clinux_process(identifier)
        for stream in streams { stream.closeTheirs() }
    }

    deinit { if ended >= 0 { Glibc.close(ended) } }

    /// Our end of a pipe of the child, to poll, read or write; -1 for a stream without one.
    package func descriptor(_ number: Int) -> Int32 { streams[number].ours }

    /// Closes our end of a pipe: the child finds the end of its input.
    package func close(_ number: Int) { streams[number].closeOurs() }

    /// The bytes that a stream has collected.
    package func bytes(_ number: Int) -> [UInt8] { streams[number].bytes }

    /// Whether a stream had more bytes than it collects.
    package func hasDropped(_ number: Int) -> Bool { streams[number].hasDropped }

    /// Sends a signal to the child, and to its whole group if it has one of its own.
    package func signal(_ number: Int32) {
        guard end == nil else { return }
        _ = kill(hasOwnGroup ? -identifier : identifier, number)
    }

    /// Reads what is there for the streams that collect, without waiting.
    package func collect() {
        for stream in streams { stream.collect() }
    }

    /// Collects, kills the child if its time is over, and tells whether it has ended, without waiting.
    ///
    /// - Returns: nil while it runs; else how it ended. Then its group has ended, too.
    package func checkForEnd() -> End? {
        if let end { return end }
        collect()
        if let deadline, !isLate, clinux_monotonic_time() >= deadline {
            isLate = true
            killWithDescendants()
        }
        var information = siginfo_t()
        // The zombie stays for now, so that no other process can get the group's number.
        guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            information.si_signo != 0
        else { return nil }
        signal(SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        collect()
        let number = status & 0x7F
        end =
            isLate
            ? .timedOut : number == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: number)
        return end
    }

    /// Waits for the child's end, and collects meanwhile.
    package func wait() -> End {
        while true {
            if let end = checkForEnd() { return end }
            Self.wait(for: [self])
        }
    }

    /// Waits for the child's end, or kills it with everything that it started if it is no longer wanted.
    ///
    /// - Parameter isCancelled: called several times a second.
    /// - Returns: nil if it was cancelled; then it has ended, too.
    package func wait(isCancelled: () -> Bool) -> End? {
        while true {
            if let end = checkForEnd() { return end }
            if isCancelled() {
                killWithDescendants()
                _ = wait()
                return nil
            }
            Self.wait(for: [self])
        }
    }

    /// Kills the child with everything that it started, also what has left its group.
    private func killWithDescendants() {
        // A stopped child starts nothing more, and orphans below it become its children.
        kill(identifier, SIGSTOP)
        var killed: Set<pid_t> = []
        while true {
            let found = Self.descendants(of: identifier).filter { killed.insert($0).inserted }
            if found.isEmpty { break }
            for process in found { kill(process, SIGKILL) }
        }
        signal(SIGKILL)
    }

    /// The processes below one, as far as their main threads have started them.
    private static func descendants(of process: pid_t) -> [pid_t] {
        let list = open("/proc/\(process)/task/\(process)/children", O_RDONLY | O_CLOEXEC)
        guard list >= 0 else { return [] }
        defer { Glibc.close(list) }
        var text = [UInt8](repeating: 0, count: 16 << 10)
        let count = max(0, read(list, &text, text.count))
        let children = text[..<count].split(separator: UInt8(ascii: " "))
            .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        return children + children.flatMap { descendants(of: $0) }
    }
}

extension ChildProcess {
    /// The longest wait before the caller is asked again whether it goes on.
    private static let turnMilliseconds: Int64 = 200

    /// Returns when one of the children has ended, printed something or used up its time, or after a moment.
    package static func wait(for children: [ChildProcess]) {
        var turn = turnMilliseconds
        var events: [pollfd] = []
        for child in children {
            if let deadline = child.deadline, !child.isLate {
                let left = (deadline - clinux_monotonic_time()) / 1_000_000
                turn = min(turn, max(1, left))
            }
            // Without a descriptor only looking again shows the end.
            if child.ended < 0 { turn = min(turn, 20) }
            events.append(pollfd(fd: child.ended, events: Int16(POLLIN), revents: 0))
            for stream in child.streams where stream.isCollecting {
                events.append(pollfd(fd: stream.ours, events: Int16(POLLIN), revents: 0))
            }
        }
        _ = poll(&events, nfds_t(events.count), Int32(turn))
    }

    /// Reaps children that have ended and that no part of the program waits for.
    ///
    /// A process whose parent has ended becomes a child of process 1, which is this one in a container, and
    /// stays in the system's table until its new parent has waited for it.
    package static func forgetOrphans(except awaited: (pid_t) -> Bool) {
        while true {
            var ended = siginfo_t()
            // It only looks, so that an awaited child keeps its status.
            guard waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
            let process = ended._sifields._sigchld.si_pid
            guard process > 0, !awaited(process) else { return }
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
    }
}
