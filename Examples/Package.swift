// swift-tools-version: 6.2
// Programs that use the libraries of the package above as any other package does.

import PackageDescription

func example(_ name: String, _ product: String, _ more: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "match-bundles")] + more,
        path: name, swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
    name: "examples",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "match-bundles", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        example("cel-calculator", "CEL"),
        example("match-bot", "BreakdownRenderer"),
        example("season-settings", "SeasonsKit"),
        example(
            "tuf-client", "TUF",
            .product(name: "ArgumentParser", package: "swift-argument-parser")),
    ]
)
