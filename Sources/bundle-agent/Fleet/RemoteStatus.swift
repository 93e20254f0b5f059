import BundleUpdater
import Glibc
import UpdatePolicy

/// One machine that is being asked for its status.
final class RemoteStatus {
    let host: String
    private let process: ChildProcess
    private let errors: ErrorLine
    /// The time when we give up, on the monotonic clock.
    let deadlineNanoseconds: Int64
    private let timeLimitSeconds: Int
    private var isLate = false

    /// Begins to ask.
    ///
    /// `ssh` asks nothing, and nothing after `--` is an option.
    ///
    /// - Parameters:
    ///   - host: as `ssh` takes it; it does not begin with a hyphen.
    ///   - nowNanoseconds: the time, on the monotonic clock.
    /// - Throws: `ChildProcess.Failure` if no process can be started.
    init(
        _ host: String, _ round: FleetRound, nowNanoseconds: Int64
    ) throws(ChildProcess.Failure) {
        self.host = host
        errors = try ErrorLine()
        timeLimitSeconds = round.timeLimitSeconds
        deadlineNanoseconds = nowNanoseconds + Int64(timeLimitSeconds) * 1_000_000_000
        process = try ChildProcess(
            program: round.ssh[0],
            arguments: round.ssh.dropFirst() + [
                "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=\(timeLimitSeconds)", "--",
                host, round.remoteCommand,
            ], environment: round.environment, input: [], errors: errors.writeEnd,
            hasOwnGroup: false, outputBytesMax: MachineFacts.answerBytesMax)
        errors.closeWriteEnd()
    }

    /// The process that asks.
    var identifier: Int32 { process.identifier }

    /// The descriptors to wait for: the output and the error output of ssh.
    var descriptors: [Int32] { [process.output, errors.readEnd] }

    /// Reads what has come, and gives up when the time is over.
    ///
    /// - Returns: the answer; nil while it may still come.
    func answer(nowNanoseconds: Int64) -> FleetReport.Answer? {
        process.listen()
        errors.listen()
        if nowNanoseconds >= deadlineNanoseconds, !isLate {
            isLate = true
            process.signalAll(SIGKILL)
        }
        guard let (exit, printed) = process.ended() else { return nil }
        errors.listen()
        if process.hasDropped {
            return .none("the answer is longer than \(MachineFacts.answerBytesMax) bytes")
        }
        if isLate { return .none("nothing came within \(timeLimitSeconds) s") }
        let line = errors.last
        switch exit {
        // `ssh` returns this status when it fails itself.
        case .status(255): return .none(line.isEmpty ? "ssh failed and says nothing" : line)
        // A shell returns this status when it does not find the command.
        case .status(127): return .none("there is no bundle-agent on it")
        case .status(let status):
            do {
                return .facts(try MachineFacts(statusJSON: printed))
            } catch {
                guard printed.isEmpty else { return .none("the answer is no status: \(error)") }
                return .none(
                    "bundle-agent ended with \(status)" + (line.isEmpty ? "" : ": \(line)"))
            }
        case .signal(let number): return .none("signal \(number)")
        }
    }
}

/// The last line that a process prints on its standard error.
final class ErrorLine {
    let readEnd: Int32
    private(set) var writeEnd: Int32
    private var tail: [UInt8] = []
    /// Enough for a sentence.
    private static let bytesMax = 4 << 10

    /// Makes a pipe.
    init() throws(ChildProcess.Failure) {
        (readEnd, writeEnd) = try ChildProcess.pipe()
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    /// Closes our copy of the end that the process writes to.
    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// Reads what is there.
    func listen() {
        var piece = [UInt8](repeating: 0, count: Self.bytesMax)
        while true {
            let count = read(readEnd, &piece, piece.count)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return
            }
            tail = Array((tail + piece.prefix(count)).suffix(Self.bytesMax))
        }
    }

    /// The last line that is not empty.
    var last: String {
        let lines = tail.split { $0 == 0x0A || $0 == 0x0D }
        return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
