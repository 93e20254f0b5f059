// swift-tools-version: 6.2
// The map of the project: what exists and what may know what. ARCHITECTURE.md says why.

import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// For what is also built as Embedded Swift, so that the native build refuses what that one cannot.
let embeddable = settings + [.treatWarning("EmbeddedRestrictions", as: .error)]
/// For the modules in which the tests spend their time: optimised in debug builds, too, if OPTIMIZE_LIBRARIES is set.
///
/// The Makefile sets it, because the tests then need half of the time. To optimise all modules takes longer than it saves.
/// It is a variable because SwiftPM refuses unsafe flags in a package that another one depends on.
let optimised: [SwiftSetting] =
    Context.environment["OPTIMIZE_LIBRARIES"] == nil
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]
let fast = settings + optimised
let fastEmbeddable = embeddable + optimised

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// Whether each package has one version, so that two builds of one commit are of the same sources.
///
/// Our builds and releases set PINNED_VERSIONS, as the Makefile does. A package that depends on this one does
/// not, because another package of it may need another version. docs/CI.md says how to move a version.
let isPinned = Context.environment["PINNED_VERSIONS"] != nil

/// A package that we use: the version that our tests run with, and the oldest that an app may have.
func dependency(_ address: String, _ tested: Version, oldest: Version) -> Package.Dependency {
    isPinned ? .package(url: address, exact: tested) : .package(url: address, from: oldest)
}

/// Packages that ours depend on, each with a product; only pinned builds name them.
///
/// Our targets do not import them, and nothing of them is built here. SwiftPM warns about a package that no
/// target mentions.
let indirect: [(address: String, tested: Version, product: String, name: String)] = [
    ("https://github.com/apple/swift-asn1.git", "1.7.4", "SwiftASN1", "swift-asn1")
]
let versionsOnly: [Target.Dependency] =
    isPinned
    ? indirect.map {
        .product(name: $0.product, package: $0.name, condition: .when(platforms: [.windows]))
    } : []

/// Rounding and roots, where they are not in the library that every program has.
let libm = LinkerSetting.linkedLibrary("m", .when(platforms: [.linux, .android]))

/// The only tests to build, by the names of their modules; without TEST_MODULE, all.
///
/// `make test-module` sets it: a bundle with all tests takes minutes to build again after a change.
let testedAlone = Context.environment["TEST_MODULE"]?.split(separator: " ").map { "\($0)Tests" }

let package = Package(
    name: "match-bundles",
    // What the libraries for apps need; the programs are for Linux.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "breakdown", targets: ["breakdown"]),
        .executable(name: "match-fetch", targets: ["match-fetch"]),
        .executable(name: "bundle-publish", targets: ["bundle-publish"]),
        .executable(name: "bundle-agent", targets: ["bundle-agent"]),
        .library(name: "CEL", targets: ["CEL"]),
        // A client of The Update Framework, and the transport it fetches with.
        .library(
            name: "TUF", targets: ["HTTPRules", "RepositoryTransport", "TUF", "WebTransport"]),
        .library(name: "BreakdownRenderer", targets: ["BreakdownRenderer", "JSON"]),
        // The seasons of an app, on each system that has Foundation (docs/APPS.md), and when to ask for them.
        .library(name: "SeasonsKit", targets: ["SeasonsKit", "SeasonClient"]),
        .library(name: "SeasonAuthoring", targets: ["SeasonAuthoring"]),
        .library(name: "BundlePublisher", targets: ["BundlePublisher"]),
    ],
    dependencies: [
        dependency(
            "https://github.com/apple/swift-argument-parser", "1.8.2", oldest: "1.5.0"),
        dependency("https://github.com/apple/swift-crypto", "4.5.2", oldest: "4.0.0"),
        dependency("https://github.com/apple/swift-log", "1.16.2", oldest: "1.6.0"),
    ] + (isPinned ? indirect.map { .package(url: $0.address, exact: $0.tested) } : []),
    targets: [
        // What each program asks of the system that it runs on: child processes.
        .target(name: "Platform", dependencies: ["CLinux"], swiftSettings: settings),
        // Ground: no knowledge of anything above.
        .target(name: "Text", swiftSettings: fastEmbeddable),
        .target(name: "Time", swiftSettings: fastEmbeddable),
        .target(
            name: "JSON", dependencies: ["Text"], swiftSettings: fastEmbeddable,
            linkerSettings: [libm]),
        .target(name: "Files", swiftSettings: fast),
        // What a client of a web server keeps to, whatever carries its requests.
        .target(name: "HTTPRules", dependencies: ["Text", "Time"], swiftSettings: fastEmbeddable),
        // Hashes, signatures and sealing in the form of swift-crypto: OpenSSL's libcrypto on Linux, CryptoKit on Apple's
        // systems, swift-crypto elsewhere. The folder Web is for WebAssembly (docs/adr/0032).
        .target(
            name: "Cryptography",
            dependencies: [
                .target(name: "CLibraries", condition: .when(platforms: [.linux])),
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(platforms: [.android, .windows])),
            ],
            exclude: ["Web"], swiftSettings: fast),
        // Module maps of the system's zlib, libyaml and libcrypto; a program links what its modules import. libyaml is linked
        // statically, so pkg-config, which names the shared one, is not asked (docs/adr/0020).
        .systemLibrary(
            name: "CLibraries", providers: [.apt(["libssl-dev", "libyaml-dev", "zlib1g-dev"])]),
        // Links nothing: libcurl is loaded when it is first needed (docs/adr/0001).
        .target(name: "CCurl"),
        .target(name: "CLinux"),
        // Links nothing: libarchive is loaded when it is first needed (docs/adr/0024).
        .target(name: "CArchive"),

        // Libraries: each one subject.
        .target(
            name: "CEL", dependencies: ["Text"], swiftSettings: fastEmbeddable,
            linkerSettings: [libm]),
        .target(name: "BundleFormat", dependencies: ["JSON"], swiftSettings: fastEmbeddable),
        // A bundle in memory: its zip, its manifest and its hashes.
        .target(
            name: "BundleZip", dependencies: ["BundleFormat", "CLibraries", "Cryptography"],
            swiftSettings: fast),
        // The same on a disk.
        .target(
            name: "BundleArchive", dependencies: ["BundleFormat", "BundleZip", "Files"],
            swiftSettings: fast),
        .target(
            name: "TUF", dependencies: ["JSON", "Time", "Cryptography", "HTTPRules"],
            swiftSettings: fastEmbeddable),
        .target(
            name: "BreakdownRenderer",
            dependencies: ["BundleFormat", "CEL", "JSON", "MatchKeys", "Text", "Time"],
            swiftSettings: fastEmbeddable, linkerSettings: [libm]),
        // The only module that asks web servers.
        .target(
            name: "WebTransport", dependencies: ["CCurl", "Files", "HTTPRules", "Text"],
            swiftSettings: settings),
        .target(
            name: "RepositoryTransport",
            dependencies: ["CCurl", "Files", "HTTPRules", "Text", "TUF", "WebTransport"],
            swiftSettings: settings),
        // What a page's WebAssembly module does; scripts/web-module builds it as Embedded Swift.
        .target(
            name: "WebModule",
            dependencies: [
                "BreakdownRenderer", "BundleFormat", "BundleZip", "CEL", "Text", "Cryptography",
                "JSON", "MatchKeys",
            ],
            swiftSettings: embeddable),
        // A page's client as a module; scripts/web-module builds it, too.
        .target(
            name: "ClientModule",
            dependencies: ["BundleFormat", "JSON", "SeasonClient", "TUF"],
            swiftSettings: embeddable),
        // What a person can ask for, and how `breakdown` and `match-fetch` speak to each other.
        .target(
            name: "MatchKeys", dependencies: ["HTTPRules", "JSON", "Text"],
            swiftSettings: embeddable),
        .target(
            name: "MatchSource",
            dependencies: ["Files", "HTTPRules", "JSON", "MatchKeys", "WebTransport"],
            swiftSettings: settings),
        // A poll without I/O: what the agent, pages and apps do, each with its own network and disk.
        .target(
            name: "SeasonClient",
            dependencies: ["BundleFormat", "Cryptography", "JSON", "TUF", "Text", "Time"],
            swiftSettings: embeddable),
        .target(
            name: "BundleUpdater",
            dependencies: [
                "BundleArchive", "BundleFormat", "BundleZip", "CArchive", "Files", "HTTPRules",
                "JSON", "Platform", "RepositoryTransport", "SeasonClient", "TUF", "Text",
                "WebTransport",
            ],
            swiftSettings: settings),
        // An app's seasons: Foundation moves the bytes, SeasonClient decides.
        .target(
            name: "SeasonsKit",
            dependencies: [
                "BreakdownRenderer", "BundleFormat", "BundleZip", "HTTPRules", "JSON",
                "SeasonClient", "TUF",
            ],
            swiftSettings: settings),
        // Generated by `make embed`; the content is compiled in with #embed, not copied as resources.
        .target(name: "EmbeddedBundles", exclude: ["content"]),

        .target(
            name: "SeasonAuthoring",
            dependencies: [
                "BreakdownRenderer", "BundleArchive", "BundleFormat", "CEL", "CLibraries", "Files",
                "JSON", "Platform", "Text",
            ],
            swiftSettings: settings),
        .target(
            name: "BundlePublisher",
            dependencies: [
                "BreakdownRenderer", "BundleArchive", "BundleFormat", "Files", "HTTPRules", "JSON",
                "Text", "Platform", "RepositoryTransport", "SeasonAuthoring", "TUF", "WebTransport",
                "Cryptography",
            ],
            swiftSettings: settings),

        // Programs: options → validated configuration → library → print.
        .executableTarget(
            name: "breakdown",
            dependencies: [
                "BreakdownRenderer", "BundleFormat", "CLinux", "EmbeddedBundles", "Files", "JSON",
                "MatchKeys", "Platform", "Text", "Time", argumentParser,
            ],
            swiftSettings: settings,
            // Starts at once: nothing is left for the dynamic linker (docs/adr/0008). The libraries are
            // what ArgumentParser's Foundation needs where --static-swift-stdlib does not name them.
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-executable", "-l_FoundationCShims", "-l_FoundationCollections",
                        "-lswiftSynchronization",
                    ],
                    .when(configuration: .release))
            ]),
        .executableTarget(
            name: "bundle-publish",
            dependencies: [
                "BreakdownRenderer", "BundleArchive", "BundleFormat", "BundlePublisher", "CLinux",
                "Files", "JSON", "MatchKeys", "MatchSource", "Platform", "Text", "SeasonAuthoring",
                "TUF", argumentParser,
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "bundle-agent",
            dependencies: [
                "BundleFormat", "BundleUpdater", "CLinux", "EmbeddedBundles", "Files", "HTTPRules",
                "JSON", "Platform", "Text", "RepositoryTransport", "SeasonClient", "TUF",
                "WebTransport", argumentParser, logging,
            ],
            swiftSettings: settings),

        // Beside `breakdown`, which knows no network.
        .executableTarget(
            name: "match-fetch",
            dependencies: [
                "BundleFormat", "CLinux", "Files", "MatchKeys", "MatchSource", "Platform", "Text",
                argumentParser,
            ],
            swiftSettings: settings),

        // Tests: one target per module, then the programs as a user runs them.
        .target(
            name: "TestSupport", dependencies: versionsOnly, path: "Tests/TestSupport",
            swiftSettings: settings),
        // How servers and networks misbehave, for the tests of each client.
        .target(
            name: "FaultMatrix", dependencies: ["TestSupport"],
            path: "Tests/FaultMatrix", swiftSettings: settings),
    ]
        + [
            tests("Architecture", []),
            tests("Text", ["Text"]),
            tests("Platform", ["Platform"]),
            tests("JSON", ["Text", "JSON"]),
            tests("Files", ["Files"]),
            tests("Cryptography", ["CLibraries", "Cryptography"], exclude: ["Vectors"]),
            tests("CEL", ["CEL", "JSON"]),
            tests("YAML", ["JSON", "SeasonAuthoring"]),
            tests("BundleFormat", ["BundleFormat", "JSON"]),
            tests(
                "BundleArchive",
                [
                    "BundleArchive", "BundleFormat", "BundleZip", "CLibraries", "Files", "JSON",
                    "Cryptography",
                ]),
            tests(
                "TUF",
                ["CLibraries", "ClientModule", "Cryptography", "HTTPRules", "JSON", "TUF"],
                exclude: ["Python"]),
            tests(
                "RepositoryTransport",
                ["Files", "HTTPRules", "RepositoryTransport", "TUF", "WebTransport"]),
            tests("Containers", ["BundleUpdater"]),
            tests("MatchKeys", ["MatchKeys"]),
            tests("MatchSource", ["Files", "MatchKeys", "MatchSource", "WebTransport"]),
            tests(
                "BreakdownRenderer", ["BreakdownRenderer", "CEL", "JSON", "Time"],
                exclude: ["Scenes"]),
            tests(
                "Breakdown",
                [
                    "BreakdownRenderer", "BundleFormat", "Files", "JSON", "MatchKeys", "Text",
                    "WebModule", "breakdown",
                ],
                exclude: ["Pages"]),
            tests(
                "Publish",
                [
                    "BreakdownRenderer", "BundleArchive", "BundleFormat", "BundlePublisher",
                    "Files", "JSON", "RepositoryTransport", "SeasonAuthoring", "TUF",
                    "WebTransport", "bundle-publish",
                ],
                exclude: ["Mistakes", "Python"]),
            tests(
                "Agent",
                [
                    "BundleArchive", "BundleFormat", "BundleUpdater", "FaultMatrix", "Files",
                    "HTTPRules", "JSON", "Platform", "RepositoryTransport", "SeasonClient", "TUF",
                    "Text",
                    "WebTransport", "bundle-agent", argumentParser, logging,
                ],
                exclude: ["Servers"]),
            tests(
                "SeasonsKit",
                [
                    "BundleFormat", "BundleZip", "FaultMatrix", "HTTPRules", "JSON", "SeasonClient",
                    "SeasonsKit", "TUF",
                ]),
            tests(
                "Model",
                [
                    "BundleFormat", "BundlePublisher", "BundleUpdater", "Files", "JSON",
                    "RepositoryTransport", "SeasonAuthoring", "SeasonClient", "TUF",
                    "bundle-publish", argumentParser,
                ]),
            tests(
                "EndToEnd",
                ["JSON", "SeasonAuthoring", "Text", "breakdown", "bundle-agent", "bundle-publish"]),
        ].filter { testedAlone?.contains($0.name) != false }
)

/// The tests of one part, in `Tests/<part>Tests`; `exclude` names folders of cases, read as files.
func tests(
    _ part: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(part)Tests", dependencies: dependencies + ["TestSupport"], exclude: exclude,
        swiftSettings: settings)
}
