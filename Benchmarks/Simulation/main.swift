// Simulates ten thousand agents after a power cut, a publish and an outage, and a million behind a content delivery
// network; prints the tables of
// Benchmarks/README.md.

let interval = 900
let steady = 3 * 3_600

func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

func time(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}

print("### 10,000 agents: requests of the busiest minute over the mean\n")
print("| | peak / mean |\n|---|--:|")
let boot = Fleet.run(Fleet.World(), seed: 1)
print(
    "| all start in one second: from the second interval on | \(text(boot.peakToMean(from: interval))) |"
)
print("| steady, from the third hour on | \(text(boot.peakToMean(from: steady))) |")
let outage = Fleet.run(Fleet.World(outage: steady..<(steady + 3_600), seconds: 8 * 3_600), seed: 2)
print(
    "| an hour without answers: from its end on | \(text(outage.peakToMean(from: steady + 3_600))) |"
)
print(
    "| … from the second interval after it on | \(text(outage.peakToMean(from: steady + 3_600 + interval))) |"
)
let publish = Fleet.run(Fleet.World(publishedAt: steady), seed: 3)
print("| a publish, downloads counted, from it on | \(text(publish.peakToMean(from: steady))) |")

print("\n### 10,000 agents: from a publish to the new version, minutes\n")
print("| | 50 % | 99 % | 100 % |\n|---|--:|--:|--:|")
for (name, world) in [
    ("every 15 minutes", Fleet.World(publishedAt: steady)),
    ("… and a hold-off of up to 5 minutes", Fleet.World(publishedAt: steady, holdOffSeconds: 300)),
    (
        "… published half an hour into an hour's outage",
        Fleet.World(publishedAt: steady + 1_800, outage: steady..<(steady + 3_600))
    ),
] {
    let updated = Fleet.run(world, seed: 4).updated
    precondition(updated.count == world.agents, "an agent was left behind")
    let cells = [50, 99, 100].map { percent in
        time(updated[world.agents * percent / 100 - 1] - (world.publishedAt ?? 0))
    }
    print("| \(name) | \(cells.joined(separator: " | ")) |")
}

NetworkTable.print(agents: 1_000_000)
