import BundleUpdater
import Platform

/// Asks every machine once, many at the same time.
struct FleetRound {
    let hosts: [String]
    /// How to call `ssh`: the program and its first arguments, at least one word.
    let ssh: [String]
    /// The command that runs on the machine.
    let remoteCommand: String
    /// The longest time for one machine.
    let timeLimitSeconds: Int
    /// How many machines are asked at the same time, at least one.
    let atOnceMax: Int
    let environment: [String: String]
    /// Called with the number of machines that have answered; for a progress line.
    var onProgress: (Int) -> Void = { _ in }

    /// Asks all machines, and waits for all answers.
    ///
    /// - Returns: the answers in the order of the hosts. It takes at most the time limit for each
    ///   ``atOnceMax`` hosts.
    func ask() -> FleetReport {
        var answers: [String: FleetReport.Answer] = [:]
        var waiting = hosts[...]
        var asked: [RemoteStatus] = []
        while !waiting.isEmpty || !asked.isEmpty {
            while asked.count < atOnceMax, let host = waiting.popFirst() {
                do throws(ChildStartError) {
                    asked.append(try RemoteStatus(host, self))
                } catch {
                    answers[host] = .none("cannot start a process: \(error)")
                }
            }
            ChildProcess.wait(for: asked.map(\.process))
            asked.removeAll { machine in
                guard let answer = machine.answer() else { return false }
                answers[machine.host] = answer
                return true
            }
            // As process 1, this process inherits what `ssh` leaves in the background.
            ChildProcess.forgetOrphans { orphan in
                asked.contains { $0.process.identifier == orphan }
            }
            onProgress(answers.count)
        }
        return FleetReport(hosts.compactMap { host in answers[host].map { (host, $0) } })
    }
}

/// One machine that is being asked for its status.
final class RemoteStatus {
    let host: String
    let process: ChildProcess
    private let timeLimitSeconds: Int

    /// Begins to ask.
    ///
    /// `ssh` asks nothing, and nothing after `--` is an option.
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
