import SeasonClient

/// Many agents behind the edges of a content delivery network, in the order of time, with the agents' real schedule.
///
/// An edge keeps `timestamp.json` for its `max-age` and then asks the origin whether it has changed. It keeps files
/// that never change for ever. While an edge asks, other requests for the same file wait for that answer.
struct Network {
    /// The events of a simulation.
    struct World {
        var agents = 1_000_000
        var edges = 50
        var interval = Duration.seconds(900)
        /// How long an edge keeps `timestamp.json`, in seconds.
        var timestampSeconds = 60
        /// How long an edge keeps the answer that the next root is absent; 0 as docs/HOSTING.md asks.
        var absentSeconds = 0
        /// Whether an edge asks once for all that wait for the same file.
        var collapses = true
        /// When a new version of one year is published, in seconds; nil for never.
        var publishedAt: Int?
        /// When the first edges do not answer, and lose what they keep.
        var outage: (edges: Int, seconds: Range<Int>)?
        /// When `timestamp.json` has expired: every agent refuses it.
        var expired: Range<Int>?
        /// How long the simulation runs.
        var seconds = 4 * 3_600
    }

    /// Requests and bytes of each second.
    struct Traffic {
        var requests: [Int]
        var bytes: [Int]

        init(seconds: Int) {
            requests = Array(repeating: 0, count: seconds)
            bytes = requests
        }

        mutating func add(_ second: Int, bytes added: Int) {
            requests[second] += 1
            bytes[second] += added
        }

        /// The sums of some seconds.
        func sum(_ range: Range<Int>) -> (requests: Int, bytes: Int) {
            (requests[range].reduce(0, +), bytes[range].reduce(0, +))
        }

        /// The most requests of any 60 seconds in a row.
        func worstMinute(_ range: Range<Int>) -> Int {
            var window = requests[range].prefix(60).reduce(0, +)
            var most = window
            for end in range.dropFirst(60) {
                window += requests[end] - requests[end - 60]
                most = max(most, window)
            }
            return most
        }
    }

    /// Bytes of the answers with their headers, as `make bench` counts them at nginx.
    private enum Bytes {
        static let absent = 305
        static let timestamp = 1_050
        static let snapshot = 1_000
        static let targets = 5_850
        static let zip = 8_530
    }

    /// How long an edge waits for the origin's answer, in seconds: others wait with it.
    private static let originSeconds = 0.1

    private struct Agent {
        var failures: UInt8 = 0
        var hasPolled = false
        var hasUpdated = false
    }

    private struct Edge {
        /// When it last asked for `timestamp.json`; nil if it does not have it.
        var timestampAt: Int?
        /// When it last learned that the next root is absent.
        var absentAt: Int?
        var hasNews = false
        /// Whether it has the three files of the new version.
        var hasFiles = false
    }

    private let world: World
    private let schedule: PollSchedule
    private var dice: Dice
    private var agents: [Agent]
    private var edges: [Edge]
    /// What the origin answered.
    private(set) var origin: Traffic
    /// What the edges answered.
    private(set) var edge: Traffic
    /// Agents that have the new version.
    private(set) var updated = 0

    private init(_ world: World, seed: UInt64) {
        self.world = world
        schedule = PollSchedule(interval: world.interval, retryAfterMax: .seconds(86_400))
        dice = Dice(state: seed)
        agents = Array(repeating: Agent(), count: world.agents)
        edges = Array(repeating: Edge(), count: world.edges)
        origin = Traffic(seconds: world.seconds)
        edge = origin
    }

    /// Runs the simulation.
    ///
    /// - Parameters:
    ///   - world: the events.
    ///   - seed: the seed of the random numbers; equal seeds give equal results.
    /// - Returns: the network after the last second.
    static func run(_ world: World, seed: UInt64) -> Network {
        var network = Network(world, seed: seed)
        network.run()
        return network
    }

    private mutating func run() {
        // Which agents poll in each second.
        var due: [[Int32]] = Array(repeating: [], count: world.seconds)
        for agent in 0..<world.agents {
            // They were switched on at different times, and are in their usual rhythm.
            due[Int(dice.next() * (world.interval / .seconds(1)))].append(Int32(agent))
            agents[agent].hasPolled = true
        }
        for second in 0..<world.seconds {
            loseWhatIsDown(second)
            for agent in due[second] {
                let past = poll(Int(agent), second)
                let pause = schedule.next(after: past, random: dice.next()) / .seconds(1)
                let next = second + max(1, Int(pause + dice.next()))
                if next < world.seconds { due[next].append(agent) }
            }
            due[second] = []
        }
    }

    private mutating func loseWhatIsDown(_ second: Int) {
        guard let outage = world.outage, outage.seconds.upperBound == second else { return }
        for number in 0..<outage.edges { edges[number] = Edge() }
    }

    private mutating func poll(_ number: Int, _ second: Int) -> PollSchedule.Past {
        let at = number % world.edges
        if let outage = world.outage, at < outage.edges, outage.seconds.contains(second) {
            return fail(number)
        }
        askForNextRoot(at, second)
        let hasNews = askForTimestamp(at, second)
        guard world.expired?.contains(second) != true else { return fail(number) }
        if hasNews, !agents[number].hasUpdated {
            agents[number].hasUpdated = true
            updated += 1
            fetchNews(at, second)
        }
        defer {
            agents[number].failures = 0
            agents[number].hasPolled = true
        }
        return .success(isFirst: !agents[number].hasPolled)
    }

    private mutating func fail(_ number: Int) -> PollSchedule.Past {
        agents[number].failures = min(agents[number].failures + 1, 60)
        return .failures(Int(agents[number].failures))
    }

    private mutating func askForNextRoot(_ at: Int, _ second: Int) {
        edge.add(second, bytes: Bytes.absent)
        if let known = edges[at].absentAt, second - known < world.absentSeconds { return }
        edges[at].absentAt = second
        origin.add(second, bytes: Bytes.absent)
    }

    /// - Returns: whether the edge's answer names the new version.
    private mutating func askForTimestamp(_ at: Int, _ second: Int) -> Bool {
        let isPublished = world.publishedAt.map { second >= $0 } ?? false
        if let known = edges[at].timestampAt, second - known < world.timestampSeconds {
            // The edge is just asking, and does not let this request wait for that answer.
            if known == second, !world.collapses, dice.next() < Self.originSeconds {
                origin.add(second, bytes: Bytes.timestamp)
            }
        } else {
            origin.add(second, bytes: Bytes.timestamp)
            edges[at].timestampAt = second
            edges[at].hasNews = isPublished
        }
        // Each agent fetches it whole (docs/adr/0030).
        edge.add(second, bytes: Bytes.timestamp)
        return edges[at].hasNews
    }

    private mutating func fetchNews(_ at: Int, _ second: Int) {
        for bytes in [Bytes.snapshot, Bytes.targets, Bytes.zip] {
            edge.add(second, bytes: bytes)
            if !edges[at].hasFiles { origin.add(second, bytes: bytes) }
        }
        edges[at].hasFiles = true
    }
}
