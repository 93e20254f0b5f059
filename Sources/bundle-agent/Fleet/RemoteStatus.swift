import BundleUpdater
import Platform

/// One machine that is being asked for its status.
final class RemoteStatus {
    let host: String
    let process: ChildProcess
    private let timeLimitSeconds: Int

    /// Begins to ask.
    ///
    /// `ssh` asks nothing, and nothing after `--` is an option.
    ///
    /// - Parameter host: as `ssh` takes it; it does not begin with a hyphen.
    init(_ host: String, _ round: FleetRound) throws(ChildStartError) {
        self.host = host
        timeLimitSeconds = round.timeLimitSeconds
        var start = ChildStart(
            round.ssh[0],
            round.ssh.dropFirst() + [
                "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=\(timeLimitSeconds)", "--",
                host, round.remoteCommand,
            ])
        start.environment = round.environment.map { "\($0.key)=\($0.value)" }
        start.streams = [
            .nothing, .first(bytesMax: MachineFacts.answerBytesMax), .last(bytesMax: 4 << 10),
        ]
        start.timeLimit = .seconds(timeLimitSeconds)
        process = try ChildProcess(start)
    }

    /// Reads what has come, and gives up when the time is over.
    ///
    /// - Returns: the answer; nil while it may still come.
    func answer() -> FleetReport.Answer? {
        guard let end = process.checkForEnd() else { return nil }
        if process.hasDropped(1) {
            return .none("the answer is longer than \(MachineFacts.answerBytesMax) bytes")
        }
        switch end {
        case .timedOut: return .none("no answer within \(timeLimitSeconds) s")
        // `ssh` returns this status when it fails itself.
        case .exited(255): return .none(complaint ?? "ssh failed and says nothing")
        // A shell returns this status when it does not find the command.
        case .exited(127): return .none("there is no bundle-agent on it")
        case .exited(let status):
            do {
                return .facts(try MachineFacts(statusJSON: process.bytes(1)))
            } catch {
                guard process.bytes(1).isEmpty else {
                    return .none("the answer is not a status: \(error)")
                }
                return .none(
                    "bundle-agent ended with \(status)" + (complaint.map { ": \($0)" } ?? ""))
            }
        case .killed(let number): return .none("signal \(number)")
        }
    }

    /// The last line that the process wrote to its standard error.
    private var complaint: String? {
        process.bytes(2).split { $0 == 0x0A || $0 == 0x0D }.last
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
