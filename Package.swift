// swift-tools-version: 6.2
// The map of the project: what exists and what may know what. ARCHITECTURE.md says why.

import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "match-bundles",
    products: [
        .executable(name: "breakdown", targets: ["breakdown"]),
        .executable(name: "bundle-publish", targets: ["bundle-publish"]),
        .executable(name: "bundle-agent", targets: ["bundle-agent"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // Ground: no knowledge of anything above.
        .target(name: "JSON", swiftSettings: settings),
        .target(name: "Files", swiftSettings: settings),
        .systemLibrary(
            name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),

        // Libraries: each one subject.
        .target(name: "CEL", swiftSettings: settings),
        .target(name: "BundleFormat", dependencies: ["JSON"], swiftSettings: settings),
        .target(
            name: "BundleArchive",
            dependencies: ["BundleFormat", "Files", "JSON", "CArchive", "CZlib", crypto],
            swiftSettings: settings),
        .target(name: "TUF", dependencies: ["JSON", crypto], swiftSettings: settings),
        .target(name: "BreakdownRenderer", dependencies: ["CEL", "JSON"], swiftSettings: settings),
        .target(
            name: "RepositoryTransport", dependencies: ["CCurl", "Files", "TUF"],
            swiftSettings: settings),
        .target(name: "EmbeddedBundles"),

        // Programs: options → validated configuration → library → print.
        .executableTarget(
            name: "breakdown",
            dependencies: [
                "BreakdownRenderer", "BundleFormat", "EmbeddedBundles", "Files", "JSON",
                argumentParser,
            ],
            swiftSettings: settings,
            // Starts in half a millisecond: nothing is left for the dynamic linker (adr/0008).
            linkerSettings: [
                .unsafeFlags(["-static-executable"], .when(configuration: .release))
            ]),
        .executableTarget(
            name: "bundle-publish",
            dependencies: [
                "BreakdownRenderer", "BundleArchive", "BundleFormat", "Files", "JSON",
                "RepositoryTransport", "TUF", "Yams", argumentParser, crypto,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "bundle-agent",
            dependencies: [
                "BundleArchive", "BundleFormat", "EmbeddedBundles", "Files", "JSON",
                "RepositoryTransport", "TUF", argumentParser, logging,
            ],
            swiftSettings: settings),

        // Tests: one target per module, then the programs as a user runs them.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    ]
        + [
            ("ArchitectureTests", []),
            ("JSONTests", ["JSON"]),
            ("FilesTests", ["Files"]),
            ("CELTests", ["CEL", "JSON"]),
            ("BundleFormatTests", ["BundleFormat", "JSON"]),
            (
                "BundleArchiveTests",
                ["BundleArchive", "BundleFormat", "Files", "JSON", "CZlib", crypto]
            ),
            ("TUFTests", ["TUF", "JSON", crypto]),
            ("RepositoryTransportTests", ["RepositoryTransport", "Files", "TUF"]),
            ("BreakdownRendererTests", ["BreakdownRenderer", "CEL", "JSON"]),
            (
                "BreakdownTests",
                ["breakdown", "BreakdownRenderer", "BundleFormat", "Files", "JSON"]
            ),
            (
                "PublishTests",
                [
                    "bundle-publish", "BreakdownRenderer", "BundleArchive", "BundleFormat", "Files",
                    "JSON", "TUF",
                ]
            ),
            (
                "AgentTests",
                [
                    "bundle-agent", "BundleArchive", "BundleFormat", "Files", "JSON",
                    "RepositoryTransport", "TUF", logging,
                ]
            ),
            (
                "EndToEndTests",
                [
                    "breakdown", "bundle-agent", "bundle-publish", "BundleArchive", "BundleFormat",
                    "JSON",
                ]
            ),
        ].map { (name: String, dependencies: [Target.Dependency]) in
            Target.testTarget(
                name: name, dependencies: dependencies + ["TestSupport"],
                swiftSettings: settings)
        }
)
