/// Prints what a million agents behind a content delivery network cost.
enum NetworkTable {
    private static let hour = 3_600

    /// Simulates each event and prints a line for it.
    static func print(agents: Int) {
        Swift.print("\n### \(grouped(agents)) agents behind 50 edges: what the origin answers\n")
        Swift.print(
            "| | requests an hour | MB an hour | worst minute, requests a second | edges: requests a second |"
        )
        Swift.print("|---|--:|--:|--:|--:|")
        var plain = Network.World()
        plain.agents = agents
        row("nothing happens", plain)
        with(plain) {
            $0.absentSeconds = 60
        } then: {
            row("… and edges keep a 404 for a minute", $0)
        }
        with(plain) {
            $0.collapses = false
        } then: {
            row("… and edges do not collapse requests", $0)
        }
        with(plain) {
            $0.timestampSeconds = 600
        } then: {
            row("… and `timestamp.json` is kept for 10 minutes", $0)
        }
        with(plain) {
            $0.publishedAt = hour
        } then: {
            row("the hour after a publish", $0)
        }
        with(plain) {
            $0.publishedAt = hour
            $0.absentSeconds = 60
        } then: {
            row("… and edges keep a 404 for a minute", $0)
        }
        with(plain) {
            $0.outage = (10, 1_800..<hour)
        } then: {
            row("the hour after 10 edges were gone for half an hour", $0)
        }
        with(plain) {
            $0.expired = hour..<(2 * hour)
        } then: {
            row("the hour in which `timestamp.json` has expired", $0)
        }
        with(plain) {
            $0.expired = 0..<hour
        } then: {
            row("the hour after that", $0)
        }
    }

    private static func row(_ name: String, _ world: Network.World) {
        let network = Network.run(world, seed: 7)
        let range = hour..<(2 * hour)
        let sum = network.origin.sum(range)
        let worst = network.origin.worstMinute(range)
        let edges = network.edge.worstMinute(range)
        if world.publishedAt != nil {
            precondition(network.updated == world.agents, "an agent was left behind")
        }
        Swift.print(
            "| \(name) | \(grouped(sum.requests)) | \(grouped(sum.bytes / 1_000_000)) | "
                + "\(grouped(worst / 60)) | \(grouped(edges / 60)) |")
    }

    private static func with(
        _ world: Network.World, _ edit: (inout Network.World) -> Void,
        then body: (Network.World) -> Void
    ) {
        var world = world
        edit(&world)
        body(world)
    }

    private static func grouped(_ number: Int) -> String {
        guard number >= 1_000 else { return "\(number)" }
        let rest = "\(number % 1_000)"
        return grouped(number / 1_000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
