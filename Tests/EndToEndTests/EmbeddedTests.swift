import Foundation
import TestSupport
import Testing

/// What the programs carry inside is what `bundles/` says; `make embed` makes it so.
@Suite struct EmbeddedTests {
    @Test func theEmbeddedBundlesAreThoseOfTheCheckout() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: Checkout.path("Sources/EmbeddedBundles"), toPath: folder["embedded"])
        let before = try folder.contents(of: "embedded")
        let embed = try Program.run(
            "bundle-publish",
            ["embed", "--bundles", Checkout.path("bundles"), "--output", folder["embedded"]])
        #expect(embed.status == 0, "\(embed.messages)")
        #expect(
            try folder.contents(of: "embedded") == before,
            "bundles/ and the programs differ: run make embed")
    }

    @Test func anEmbeddedSeasonKnowsSinceWhenItsContentIsAsItIs() throws {
        let folder = try TemporaryDirectory()
        let status = try Program.run(
            "bundle-agent", ["status", "--config", "none", "--state", folder["state"]])
        let seasons = status.output.split(separator: "\n").filter { $0.contains("  embedded  ") }
        #expect(!seasons.isEmpty)
        for season in seasons {
            #expect(season.contains(/since 20\d\d-\d\d-\d\dT/), "\(season)")
        }
    }
}
