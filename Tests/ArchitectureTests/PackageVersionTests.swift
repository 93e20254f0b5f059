import Foundation
import TestSupport
import Testing

/// Every package has one version, which Package.swift names: two builds of a commit are of the same sources.
@Suite struct PackageVersionTests {
    /// What the package manager has resolved, beside the manifest since the build.
    private static let resolved = Checkout.path("Package.resolved")

    @Test("Package.swift names exact versions, of indirect dependencies too")
    func versionsAreExact() throws {
        let manifest = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
        let stated = manifest.matches(
            of: /\.package\(url: "([^"]+)", exact: "([0-9]+\.[0-9]+\.[0-9]+)"\)/
        ).map { "\(Self.identity(String($0.1))) \($0.2)" }
        #expect(stated.count == manifest.components(separatedBy: ".package(url:").count - 1)
        #expect(!manifest.contains(".package(path:"))

        let text = try #require(FileManager.default.contents(atPath: Self.resolved))
        let pins = try JSONDecoder().decode(Resolved.self, from: text).pins
        #expect(
            Set(stated) == Set(pins.map { "\($0.identity) \($0.state.version ?? "no version")" }))
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
