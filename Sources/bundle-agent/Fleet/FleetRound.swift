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
