// swift-tools-version: 6.2
// A package that depends on match-bundles as an app does: by a tag of a git address.
// Tests/Consumer/consumer-test makes the address and the tag, and builds each program with one product alone.

import PackageDescription

let address = Context.environment["MATCH_BUNDLES"] ?? "https://github.com/OWNER/match-bundles"

let products = [
    "cel": "CEL", "renderer": "BreakdownRenderer", "tuf": "TUF", "seasons": "SeasonsKit",
    "authoring": "SeasonAuthoring", "publisher": "BundlePublisher",
]

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(url: address, from: "99.0.0")],
    targets: products.sorted { $0.key < $1.key }.map { name, product in
        .executableTarget(
            name: name, dependencies: [.product(name: product, package: "match-bundles")])
    }
)
