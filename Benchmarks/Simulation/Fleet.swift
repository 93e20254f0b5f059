import Glibc
import SeasonClient

/// Many agents and one server, second by second, with the agents' real schedule.
struct Fleet {
    /// The events of a simulation.
    struct World {
        /// How many agents; all start in the same second, as after a power cut.
        var agents = 10_000
        var interval = Duration.seconds(900)
        /// When a new version is published, in seconds; nil for never.
        var publishedAt: Int?
        /// The longest random wait between noticing a version and downloading it, as signed with
        /// it.
        var holdOffSeconds = 0
        /// When the server does not answer, in seconds.
        var outage: Range<Int>?
        /// How long the simulation runs.
        var seconds = 6 * 3_600
    }

    /// The result.
    struct Result {
        /// Requests in each second, answered or not.
        var requests: [Int]
        /// The second in which each agent had the new version, sorted.
        var updated: [Int] = []

        /// The most requests of any 60 seconds in a row, divided by the mean of 60 seconds.
        func peakToMean(from start: Int) -> Double {
            let seconds = requests[start...]
            var window = seconds.prefix(60).reduce(0, +)
            var peak = window
            for end in seconds.indices.dropFirst(60) {
                window += requests[end] - requests[end - 60]
                peak = max(peak, window)
            }
            let mean = Double(seconds.reduce(0, +)) * 60 / Double(seconds.count)
            return Double(peak) / mean
        }
    }

    /// The requests of a poll with nothing changed, and the additional ones of a poll with a new
    /// version.
    private static let pollRequests = 2
    private static let updateRequests = 3

    private struct Agent {
        var hasPolled = false
        var failures = 0
        /// When the new version may be downloaded; nil before the agent noticed it.
        var fetchAt: Double?
        var hasUpdated = false
    }

    private var world: World
    private let schedule: PollSchedule
    private var dice: Dice
    private var result: Result

    private init(_ world: World, seed: UInt64) {
        self.world = world
        schedule = PollSchedule(interval: world.interval, retryAfterMax: .seconds(86_400))
        dice = Dice(state: seed)
        result = Result(requests: Array(repeating: 0, count: world.seconds))
    }

    /// Runs the simulation.
    ///
    /// - Parameters:
    ///   - world: the events.
    ///   - seed: the seed of the random numbers; equal seeds give equal results.
    /// - Returns: the result.
    static func run(_ world: World, seed: UInt64) -> Result {
        var fleet = Fleet(world, seed: seed)
        // One agent after another: they share only the server, which never depends on them.
        for _ in 0..<world.agents { fleet.runOne() }
        fleet.result.updated.sort()
        return fleet.result
    }

    private mutating func runOne() {
        var agent = Agent()
        var now = pause(.start(onlyEmbedded: false))
        while now < Double(world.seconds) {
            let (past, wanted) = poll(&agent, now)
            now += pause(past, wanted: wanted)
        }
    }

    /// One poll.
    ///
    /// - Returns: the facts for the schedule.
    private mutating func poll(
        _ agent: inout Agent, _ now: Double
    ) -> (past: PollSchedule.Past, wanted: Duration?) {
        let second = Int(now)
        guard world.outage?.contains(second) != true else {
            // One request without an answer.
            result.requests[second] += 1
            agent.failures += 1
            return (.failures(agent.failures), nil)
        }
        result.requests[second] += Self.pollRequests
        agent.failures = 0
        var wanted: Duration?
        if let publishedAt = world.publishedAt, now >= Double(publishedAt), !agent.hasUpdated {
            let fetchAt = agent.fetchAt ?? now + Double(world.holdOffSeconds) * dice.next()
            agent.fetchAt = fetchAt
            if fetchAt <= now {
                agent.hasUpdated = true
                result.requests[second] += Self.updateRequests
                result.updated.append(second)
            } else {
                wanted = .seconds(fetchAt - now)
            }
        }
        defer { agent.hasPolled = true }
        return (.success(isFirst: !agent.hasPolled), wanted)
    }

    private mutating func pause(_ past: PollSchedule.Past, wanted: Duration? = nil) -> Double {
        schedule.next(after: past, random: dice.next(), wanted: wanted) / .seconds(1)
    }
}

/// Numbers from 0 up to, but not including, 1; the same seed gives the same numbers (SplitMix64).
struct Dice {
    var state: UInt64

    /// The next number.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
