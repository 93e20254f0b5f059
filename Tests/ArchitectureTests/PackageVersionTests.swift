import Foundation
import TestSupport
import Testing

/// Every package has one tested version, which Package.swift names.
///
/// So two pinned builds of a commit are of the same sources. Other packages get ranges.
@Suite struct PackageVersionTests {
    /// What the package manager has resolved, beside the manifest since the build.
    private static let resolved = Checkout.path("Package.resolved")

    @Test("pinned builds have the versions of Package.swift, of indirect dependencies too")
    func versionsAreTested() throws {
        let manifest = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
        let stated = manifest.matches(
            of: /"(https:[^"]+)", "([0-9]+\.[0-9]+\.[0-9]+)"/
        ).map { "\(Self.identity(String($0.1))) \($0.2)" }
        #expect(stated.count == manifest.components(separatedBy: "\"https:").count - 1)
        #expect(!manifest.contains(".package(path:"))
        #expect(manifest.components(separatedBy: "exact: ").count == 3, "only where isPinned")

        let text = try #require(FileManager.default.contents(atPath: Self.resolved))
        let pins = try JSONDecoder().decode(Resolved.self, from: text).pins
        #expect(
            Set(stated) == Set(pins.map { "\($0.identity) \($0.state.version ?? "no version")" }))
    }

    @Test("a package that depends on ours gets ranges of versions")
    func versionsAreRanges() throws {
        let manifest = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
        let ours = manifest.matches(
            of: /"[0-9]+\.[0-9]+\.[0-9]+", oldest: "([0-9]+)\.[0-9]+\.[0-9]+"/)
        #expect(ours.count == 3)
        #expect(manifest.contains("exact: tested) : .package(url: address, from: oldest)"))
    }

    /// As the package manager makes it: the address's last part.
    private static func identity(_ address: String) -> String {
        let name = (address as NSString).lastPathComponent.lowercased()
        return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
    }

    private struct Resolved: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { let version: String? }
            let identity: String
            let state: State
        }
        let pins: [Pin]
    }
}
