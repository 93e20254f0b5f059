// swift-tools-version: 6.2
// What is measured apart from the programs; Benchmarks/run builds and runs it (README.md).

import PackageDescription

func benchmark(_ name: String, in folder: String, _ product: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "match-bundles")],
        path: folder, swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "match-bundles", path: "..")],
    targets: [
        // CEL alone.
        benchmark("cel-benchmark", in: "CEL", "CEL"),
        // Ten thousand agents on one schedule.
        benchmark("agent-simulation", in: "Simulation", "SeasonsKit"),
    ]
)
