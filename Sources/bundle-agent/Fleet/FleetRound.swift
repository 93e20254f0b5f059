import Glibc
import UpdatePolicy

/// Asks every machine once, many at the same time.
struct FleetRound {
    let hosts: [String]
    /// How to call `ssh`: the program and its first arguments, at least one word.
    let ssh: [String]
    /// The command that runs on the machine.
    let remoteCommand: String
    /// The longest time for one machine, in seconds.
    let timeLimitSeconds: Int
    /// How many machines are asked at the same time, at least one.
    let atOnceMax: Int
    let environment: [String: String]
    /// Called with the number of machines that have answered; for a progress line.
    var onProgress: (Int) -> Void = { _ in }

    /// The longest sleep between two checks whether a process has ended, in milliseconds.
    private static let pauseMilliseconds: Int32 = 50

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
                do throws(ChildProcess.Failure) {
                    asked.append(try RemoteStatus(host, self, nowNanoseconds: Self.now()))
                } catch {
                    answers[host] = .none("\(error)")
                }
            }
            sleep(until: asked)
            asked.removeAll { machine in
                guard let answer = machine.answer(nowNanoseconds: Self.now()) else { return false }
                answers[machine.host] = answer
                return true
            }
            // As process 1, this process inherits what `ssh` leaves in the background.
            ChildProcess.forgetOrphans { process in asked.contains { $0.identifier == process } }
            onProgress(answers.count)
        }
        return FleetReport(hosts.compactMap { host in answers[host].map { (host, $0) } })
    }

    /// Sleeps until something is printed, or for a moment.
    private func sleep(until asked: [RemoteStatus]) {
        var awaited = asked.flatMap(\.descriptors)
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let ready = poll(&awaited, nfds_t(awaited.count), Self.pauseMilliseconds)
        // A closed pipe would wake us again and again until the process has ended, so sleep a little.
        if ready > 0, awaited.allSatisfy({ $0.revents & Int16(POLLIN) == 0 }) { usleep(2_000) }
    }

    /// The time on the monotonic clock, in nanoseconds.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
