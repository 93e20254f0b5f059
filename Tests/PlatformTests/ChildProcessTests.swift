import Foundation
import Platform
import TestSupport
import Testing

/// Child processes: what they get, how they end, and that nothing of them stays.
@Suite struct ChildProcessTests {
    private func shell(_ script: String) -> ChildStart {
        var start = ChildStart("sh", ["-c", script])
        start.streams = [.nothing, .first(bytesMax: 4_096), .same(1)]
        return start
    }

    private func printed(_ start: ChildStart) throws -> String {
        let child = try ChildProcess(start)
        #expect(child.wait() == .exited(0), "\(String(decoding: child.bytes(1), as: UTF8.self))")
        return String(decoding: child.bytes(1), as: UTF8.self)
    }

    @Test func itEndsWithAStatusOrASignal() throws {
        #expect(try ChildProcess(shell("exit 7")).wait() == .exited(7))
        #expect(try ChildProcess(shell("kill -SEGV $$")).wait() == .killed(signal: SIGSEGV))
    }

    @Test func aProgramThatIsMissingStartsNothing() {
        for program in ["/nowhere/sh", "no-such-program-anywhere"] {
            let error = #expect(throws: ChildStartError.self) {
                try ChildProcess(ChildStart(program, []))
            }
            #expect(error?.code == ENOENT)
        }
    }

    @Test func itGetsItsInputVariablesAndFolder() throws {
        var start = shell("cat; echo $WORD; pwd; env | wc -l")
        start.streams[0] = .input(Array("typed\n".utf8))
        start.environment = ["WORD=word", "PATH=\(Program.searchPath)"]
        start.folder = "/"
        // The shell adds PWD.
        #expect(try printed(start) == "typed\nword\n/\n3\n")
    }

    @Test func inputThatFillsThePipeIsRefused() {
        var start = shell("cat")
        start.streams[0] = .input([UInt8](repeating: 0, count: 1 << 20))
        let error = #expect(throws: ChildStartError.self) { try ChildProcess(start) }
        #expect(error?.code == E2BIG)
    }

    @Test func onlySoMuchIsCollected() throws {
        var start = shell("printf 123456; printf abcdef >&2")
        start.streams = [.nothing, .first(bytesMax: 4), .last(bytesMax: 4)]
        let child = try ChildProcess(start)
        #expect(child.wait() == .exited(0))
        #expect(child.bytes(1) == Array("1234".utf8) && child.hasDropped(1))
        #expect(child.bytes(2) == Array("cdef".utf8) && child.hasDropped(2))
    }

    @Test func pipesAreForTheCaller() throws {
        var start = ChildStart("cat", [])
        start.streams = [.pipeToChild, .pipeFromChild, .inherited]
        let child = try ChildProcess(start)
        #expect(write(child.descriptor(0), "word", 4) == 4)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(child.descriptor(1), &bytes, 8) == 4)
        child.close(0)
        #expect(child.wait() == .exited(0))
    }

    /// One of our pipes may already use the number that another stream needs.
    @Test func streamsReachTheirPlaces() throws {
        var start = shell("echo three >&3; echo five >&5; cat <&4")
        start.streams += [
            .first(bytesMax: 10), .input(Array("four".utf8)), .first(bytesMax: 10),
        ]
        let child = try ChildProcess(start)
        #expect(child.wait() == .exited(0))
        #expect(
            [3, 5, 1].map { String(decoding: child.bytes($0), as: UTF8.self) } == [
                "three\n", "five\n", "four",
            ])
    }

    @Test func itGetsNoOtherDescriptor() throws {
        let file = open("/dev/null", O_RDONLY)
        let high = fcntl(file, F_DUPFD, 900)
        defer { for number in [file, high] { close(number) } }
        var start = shell(
            "for number in \(file) \(high); do test -e /proc/$$/fd/$number && echo $number; done; exit 0"
        )
        #expect(try printed(start) == "\(file)\n\(high)\n")
        start.closesOthers = true
        #expect(try printed(start) == "")
    }

    @Test func itBlocksNoSignalAndMayEndByAClosedPipe() throws {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        signal(SIGPIPE, SIG_IGN)
        let facts = try printed(shell("grep -E '^Sig(Blk|Ign)' /proc/self/status"))
        pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
        let numbers = facts.split(whereSeparator: \.isWhitespace).compactMap {
            UInt64($0, radix: 16)
        }
        #expect(numbers.count == 2 && numbers[0] == 0)
        #expect(numbers.last.map { $0 & 1 << UInt64(SIGPIPE - 1) } == 0)
    }

    @Test func itsLimitsHold() throws {
        var start = shell("ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c")
        start.limits.memoryBytes = 64 << 20
        start.limits.processorSeconds = 9
        start.limits.fileBytes = 0
        start.limits.openFiles = 33
        #expect(try printed(start) == "65536\n9\n0\n33\n0\n")
    }

    @Test(.enabled(if: getuid() == 0, "only root starts programs as another user"))
    func anotherUserHasNoRightsOfOurs() throws {
        var start = shell(
            "id -u; id -g; id -G; grep -E '^CapPrm' /proc/self/status; (id -u) 2>&1 || true")
        start.user = ChildStart.User(user: 61_234, group: 61_235)
        let words = try printed(start).split(whereSeparator: \.isWhitespace)
        #expect(words.prefix(5) == ["61234", "61235", "61235", "CapPrm:", "0000000000000000"])
        start.limits.processes = 1
        start.program = "sh"
        start.arguments = ["-c", "true & exit 0"]
        #expect(try ChildProcess(start).wait() != .exited(0))
    }

    @Test func whatStaysInItsGroupEndsWithIt() throws {
        var start = shell("sh -c 'kill -STOP $$' & echo $!")
        start.group = .ownSession
        let process = try #require(pid_t(try printed(start).dropLast()))
        #expect(try wait { try Self.hasEnded(process) })
    }

    @Test func whenItsTimeIsOverAllThatItStartedEnds() throws {
        var start = shell(
            "setsid sh -c 'setsid sh -c \"kill -STOP \\$\\$\" & echo $!' & exec cat <&3")
        start.streams.append(.pipeToChild)
        start.group = .ownSession
        start.timeLimit = .seconds(1)
        let child = try ChildProcess(start)
        #expect(child.wait() == .timedOut)
        let process = try #require(
            pid_t(String(decoding: child.bytes(1).dropLast(), as: UTF8.self)))
        #expect(try wait { try Self.hasEnded(process) })
    }

    @Test func itEndsWithTheThreadThatStartedIt() throws {
        var start = ChildStart("cat", [])
        start.streams = [.pipeToChild, .nothing, .nothing]
        start.endsWithParent = true
        nonisolated(unsafe) var child: ChildProcess?
        let thread = Thread { [start] in child = try? ChildProcess(start) }
        thread.start()
        #expect(wait { thread.isFinished })
        #expect(try #require(child).wait() == .killed(signal: SIGKILL))
    }

    /// Whether a process has ended, even if its parent has not waited for it yet.
    private static func hasEnded(_ process: pid_t) throws -> Bool {
        guard let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
            return true
        }
        return String(decoding: text, as: UTF8.self).contains(") Z ")
    }
}
