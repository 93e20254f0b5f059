import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What a publish says of the address that agents use.
@Suite(.enabled(if: Nginx.path != nil, "no nginx")) struct PublicViewTests {
    @Test func aPublishTellsWhatAgentsSee() throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        try fixture.folder.write(
            "repository: \(server.address)\n", to: "home/configuration.yaml")
        var title = 0
        func publish(to site: String) throws -> String {
            title += 1
            try fixture.addSeason(2024, title: "Title \(title)")
            let result = try Program.run(
                "bundle-publish",
                [
                    "publish", "--bundles", fixture.bundles, "--home", fixture.home.path, "--in",
                    site,
                ])
            #expect(result.status == 0, "\(result.messages)")
            return result.messages
        }
        #expect(try publish(to: fixture.site).contains("\(server.address): agents see version"))
        // A version is a second or the next free one: the third one elsewhere is ahead for sure.
        for _ in 1...2 { _ = try publish(to: fixture.folder["other"]) }
        #expect(try publish(to: fixture.folder["other"]).contains("agents still see version"))
        server.stop()
        // A server that is away does not undo a publish.
        #expect(try publish(to: fixture.site).contains("127.0.0.1"))
    }
}
