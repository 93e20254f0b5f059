import BundleFormat

/// Computes how long it takes until machines that are on and online have something new.
///
/// The machines poll in the period of ``PollPeriod``, independently of each other. After its
/// wave has come, a machine waits for the rest of its pause, then for a random part of the hold-off. The
/// download, which takes a second or two, is not counted.
package struct Propagation: Equatable {
    /// The least pause between two polls, in seconds.
    static let pauseMin = Double(PollPeriod.seconds * (100 - PollPeriod.jitterPercent) / 100)
    /// The longest pause between two polls, in seconds.
    static let pauseMax = Double(PollPeriod.seconds * (100 + PollPeriod.jitterPercent) / 100)

    package let rollout: Rollout?

    package init(rollout: Rollout?) { self.rollout = rollout }

    package var percentMax: Int {
        if rollout?.isStopped == true { return 0 }
        return rollout?.waves.last?.percent ?? 100
    }

    /// Seconds after which this part of all machines has it; nil if so many never follow.
    package func seconds(for part: Double) -> Int? {
        let last = steps.last.map { Double($0.afterSeconds) } ?? 0
        let bound = last + Self.pauseMax + Double(rollout?.holdOffSeconds ?? 0)
        guard share(after: bound) >= part else { return nil }
        var (low, high) = (0.0, bound)
        while high - low > 0.5 {
            let middle = (low + high) / 2
            if share(after: middle) < part { low = middle } else { high = middle }
        }
        return Int(high.rounded(.up))
    }

    /// The part of all machines that has it this long after the publication.
    func share(after seconds: Double) -> Double {
        steps.reduce(0) { sum, step in
            sum + step.share * arrived(seconds - Double(step.afterSeconds))
        }
    }

    /// Each wave's own part of all machines, and its moment; none if the rollout was stopped.
    private var steps: [(share: Double, afterSeconds: Int)] {
        if rollout?.isStopped == true { return [] }
        guard let waves = rollout?.waves, !waves.isEmpty else { return [(1, 0)] }
        var before = 0
        return waves.map { wave in
            defer { before = wave.percent }
            return (Double(wave.percent - before) / 100, wave.afterSeconds)
        }
    }

    /// The part of a wave that has it this long after the wave began: machines that have polled and held off.
    private func arrived(_ seconds: Double) -> Double {
        guard seconds > 0 else { return 0 }
        let holdOff = Double(rollout?.holdOffSeconds ?? 0)
        guard holdOff > 0 else { return Self.polled(seconds) }
        // The mean of `polled` over the moments at which hold-offs of all lengths begin.
        let slices = 400
        let sum = (0..<slices).reduce(0) { sum, slice in
            sum + Self.polled(seconds - holdOff * (Double(slice) + 0.5) / Double(slices))
        }
        return sum / Double(slices)
    }

    /// The part of all machines whose next poll has come.
    ///
    /// At a random moment, the rest of a pause has the density (1 - F(t)) / mean. F is the distribution of
    /// pauses, here even between the least and the longest.
    private static func polled(_ seconds: Double) -> Double {
        let mean = (pauseMin + pauseMax) / 2
        guard seconds > pauseMin else { return max(0, seconds) / mean }
        let over = min(seconds, pauseMax) - pauseMin
        return (pauseMin + over - over * over / (2 * (pauseMax - pauseMin))) / mean
    }
}
