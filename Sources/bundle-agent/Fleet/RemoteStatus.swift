import BundleUpdater
import Glibc

/// One machine that is being asked for its status.
final class RemoteStatus {
    let host: String
    let process: ChildProcess
    private let timeLimitSeconds: Int
    /// The time when we give up.
    private let deadline: SuspendingClock.Instant
    private var isLate = false

    /// Begins to ask.
    ///
    /// `ssh` asks nothing, and nothing after `--` is an option.
    ///
    /// - Parameter host: as `ssh` takes it; it does not begin with a hyphen.
    init(_ host: String, _ round: FleetRound) throws(ChildProcess.Failure) {
        self.host = host
        timeLimitSeconds = round.timeLimitSeconds
        deadline = .now + .seconds(timeLimitSeconds)
        process = try ChildProcess(
            program: round.ssh[0],
            arguments: round.ssh.dropFirst() + [
                "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=\(timeLimitSeconds)", "--",
                host, round.remoteCommand,
            ], environment: round.environment, hasOwnGroup: false,
            outputBytesMax: MachineFacts.answerBytesMax, errorBytesMax: 4 << 10)
    }

    /// Reads what has come, and gives up when the time is over.
    ///
    /// - Returns: the answer; nil while it may still come.
    func answer() -> FleetReport.Answer? {
        process.listen()
        if !isLate, SuspendingClock.now >= deadline {
            isLate = true
            process.signalAll(SIGKILL)
        }
        guard let (exit, printed) = process.ended() else { return nil }
        if process.output.hasDropped {
            return .none("the answer is longer than \(MachineFacts.answerBytesMax) bytes")
        }
        if isLate { return .none("no answer within \(timeLimitSeconds) s") }
        switch exit {
        // `ssh` returns this status when it fails itself.
        case .status(255): return .none(complaint ?? "ssh failed and says nothing")
        // A shell returns this status when it does not find the command.
        case .status(127): return .none("there is no bundle-agent on it")
        case .status(let status):
            do {
                return .facts(try MachineFacts(statusJSON: printed))
            } catch {
                guard printed.isEmpty else { return .none("the answer is not a status: \(error)") }
                return .none(
                    "bundle-agent ended with \(status)" + (complaint.map { ": \($0)" } ?? ""))
            }
        case .signal(let number): return .none("signal \(number)")
        }
    }

    /// The last line that the process wrote to its standard error.
    private var complaint: String? {
        process.errors?.bytes.split { $0 == 0x0A || $0 == 0x0D }.last
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
