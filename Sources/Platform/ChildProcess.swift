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

    package func bytes(_ number: Int) -> [UInt8] { streams[number].bytes }

    package func hasDropped(_ number: Int) -> Bool { streams[number].hasDropped }

    package func signal(_ number: Int32) {
        guard end == nil else { return }
        _ = kill(hasOwnGroup ? -identifier : identifier, number)
    }

    /// Reads what is there for the streams that collect, without waiting.
    package func collect() {
        for stream in streams { stream.collect() }
    }

    /// Collects, kills the child if its time is over, and tells without waiting how it and its group have ended.
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

    package func wait() -> End {
        while true {
            if let end = checkForEnd() { return end }
            Self.wait(for: [self])
        }
    }

    /// Kills the child with everything that it started if it is no longer wanted, and returns nil; asks several times a second.
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

    /// Reaps orphans that no part of the program waits for: in a container this is process 1, and their new parent.
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

/// One descriptor of a child, with our end of its pipe; both close with it.
final class ChildStream {
    /// What the child gets; nil for the descriptor of the same number.
    private(set) var theirs: Int32?
    /// Our end of the pipe; -1 for none.
    private(set) var ours: Int32 = -1
    private(set) var bytes: [UInt8] = []
    private(set) var hasDropped = false
    private(set) var isCollecting = false
    private var bytesMax = 0
    private var keepsLast = false
    private var ownsTheirs = false

    init(_ stream: ChildStart.Stream) throws(ChildStartError) {
        switch stream {
        case .inherited, .same: break
        case .nothing: theirs = -1
        case .descriptor(let number): theirs = number
        case .input(let bytes):
            try makePipe(toChild: true)
            // A child that does not read must not stop us.
            _ = fcntl(ours, F_SETFL, O_NONBLOCK)
            guard write(ours, bytes, bytes.count) == bytes.count else {
                throw ChildStartError(code: E2BIG)
            }
            closeOurs()
        case .pipeToChild: try makePipe(toChild: true)
        case .pipeFromChild: try makePipe(toChild: false)
        case .first(let bytesMax): try collectLater(bytesMax)
        case .last(let bytesMax):
            keepsLast = true
            try collectLater(bytesMax)
        }
    }

    deinit {
        closeOurs()
        closeTheirs()
    }

    private func makePipe(toChild: Bool) throws(ChildStartError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { throw ChildStartError(code: errno) }
        (theirs, ours) = toChild ? (ends[0], ends[1]) : (ends[1], ends[0])
        ownsTheirs = true
    }

    private func collectLater(_ bytesMax: Int) throws(ChildStartError) {
        try makePipe(toChild: false)
        // A child that does not print must not stop us.
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
        self.bytesMax = bytesMax
        isCollecting = true
    }

    func closeOurs() {
        if ours >= 0 { close(ours) }
        ours = -1
    }

    func closeTheirs() {
        if ownsTheirs, let theirs { close(theirs) }
        ownsTheirs = false
    }

    /// Reads what is there; only so much at once that the time of a child that prints without end is looked at.
    func collect() {
        guard isCollecting else { return }
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        for _ in 0..<64 {
            let count = read(ours, &piece, piece.count)
            if count > 0 {
                if bytes.count + count > bytesMax { hasDropped = true }
                if keepsLast {
                    bytes = Array((bytes + piece.prefix(count)).suffix(bytesMax))
                } else {
                    bytes += piece.prefix(min(count, bytesMax - bytes.count))
                }
            } else if count == 0 {
                isCollecting = false
                return closeOurs()
            } else if errno != EINTR {
                return
            }
        }
    }
}
