import BundleFormat
import Files
import Foundation
import Testing
import TestSupport
import TUF

@testable import BundlePublisher

/// Publishing into a real folder, seen by a real client.
@Suite struct PublisherTests {
    @Test func oneChangedSeasonLeavesTheOthersAsTheyAre() throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.seenByNewClient()
        let store = MemoryStore()
        _ = try fixture.seen(store: store, after: 0)
        try fixture.addSeason(2024, title: "Another")
        let report = try fixture.publish(after: 60)
        #expect(report.written.filter { $0.hasPrefix("targets/f1/") }.count == 1)
        #expect(report.written.last == "metadata/timestamp.json")
        let after = try fixture.seen(store: store, after: 60)
        #expect(after["f1/2025/bundle.zip"] == before["f1/2025/bundle.zip"])
        #expect(after["f1/2024/bundle.zip"] != before["f1/2024/bundle.zip"])
    }

    @Test func theOverviewSaysWhatIsLiveAndSinceWhen() throws {
        let fixture = try SeasonFixture.published()
        let old = try fixture.folder.read("site/index.html")
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let page = try fixture.folder.read("site/index.html")
        for (year, bundle) in try fixture.live(after: 60).bundles {
            let (published, version) = (bundle.custom.published, bundle.custom.version.hex)
            #expect(page.contains("<th scope=\"row\">\(year)</th>"))
            #expect(page.contains(version) && page.contains("<td>\(published)</td>"))
            #expect(old.contains(version) == (year.number == 2025))
        }
        // A power cut may leave an empty page, because pages are not synced: the next publish writes it again.
        try fixture.folder.write("", to: "site/index.html")
        try fixture.addSeason(2024, title: "A third")
        let next = try fixture.publish(after: 120)
        #expect(next.written.filter { $0.hasSuffix(".html") } == ["index.html"])
        for path in ["<script", "<link", "<img", "http:"] { #expect(!page.contains(path)) }
    }

    @Test func publishesWithinASecondDifferInTimeAndLength() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        // A file's time is the machine's: this once the clock is, too.
        let now = Int64(Date().timeIntervalSince1970) - SeasonFixture.start.unixSeconds
        try fixture.publish(after: now)
        let first = try fixture.folder.read("site/metadata/timestamp.json")
        let old = try #require(fixture.live(after: now).bundles[SeasonFixture.year])
        try fixture.addSeason(SeasonFixture.year.number, title: "Another")
        try fixture.publish(after: now)
        let new = try #require(fixture.live(after: now).bundles[SeasonFixture.year])
        #expect(old.custom.published < new.custom.published, "later is newer: FORMAT.md")
        let second = try fixture.folder.read("site/metadata/timestamp.json")
        #expect(second.utf8.count == first.utf8.count + 1)
        #expect(try fixture.seenByNewClient(after: now).count == 2)
    }

    @Test func targetsAreRenewedAfterYears() throws {
        let fixture = try SeasonFixture.published()
        let day = SeasonFixture.day
        // In between a publisher refreshed it, and renewed root.
        for year in Int64(1)...5 {
            if year == 4 { try fixture.change(.renewRoot, after: year * 365 * day) }
            try fixture.refresh(after: year * 365 * day)
        }
        let report = try fixture.refresh(after: 1_830 * day)
        #expect(report.plan.signing == .everything(.expiry))
        #expect(try fixture.seenByNewClient(after: 1_831 * day).count == 2)
    }

    /// Of two publishers the second one fails, but a refresh has nothing to do then.
    @Test(arguments: [("publish", 1), ("refresh", 0)])
    func oneAtATime(_ command: String, _ status: Int32) throws {
        let fixture = try SeasonFixture.publishedNow()
        let before = try fixture.folder.contents(of: "site")
        let lock = try FileLock(exclusive: ".lock", in: Folder(fixture.site))
        let result = try fixture.expect(status, of: "\(command) --in SITE --json")
        withExtendedLifetime(lock) {}
        #expect(
            status == 0
                ? result.output.contains("\"busy\":true")
                : result.messages.contains("expected to be the only publisher"))
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// Each counts for nothing: a home that has seen the state before goes on from it.
    @Test(arguments: [
        ("timestamp.json", "\"version\":", "\"version\": 1"), ("timestamp.json", "{", "<html>"),
        ("1800000000.targets.json", "2027", "2028"), ("1800000000.snapshot.json", "{", "<html>"),
    ])
    func whatWasEditedByHandIsSignedOver(_ name: String, _ old: String, _ new: String) throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.seenByNewClient()
        let text = try fixture.folder.read("site/metadata/\(name)")
        try #require(text.contains(old))
        try fixture.folder.write(
            text.replacing(old, with: new, maxReplacements: 1), to: "site/metadata/\(name)")
        #expect(throws: UpdateError.self) { try fixture.seenByNewClient() }
        let report = try fixture.publish(after: 60)
        #expect(report.plan.signing == .everything(.putBack))
        #expect(report.notes.map(plain).contains { $0.hasSuffix("is signed again") })
        #expect(try fixture.seenByNewClient(after: 60) == before)
    }
}

/// What a publish says of the address that agents use.
@Suite(.needs(programs: "nginx")) struct PublicViewTests {
    @Test func aPublishTellsWhatAgentsSee() throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        try fixture.folder.write("address: \(server.address)\n", to: "home/configuration.yaml")
        var title = 0
        func publish(to site: String) throws -> String {
            title += 1
            try fixture.addSeason(2024, title: "Title \(title)")
            return try fixture.expect(of: "publish --in \(site)").messages
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

/// No two publishes in a row have timestamps of one length: a web server makes its ETag of time and length, and all
/// its files may have one time.
@Suite struct ETagPaddingTests {
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 500)

    @Test(arguments: [0, 1, 400, 499, 563, 564, 9_000])
    func oneOfAnotherLengthIsReplacedAsSigned(_ length: Int) {
        #expect(ETagPadding.bytesWithNewETag(bytes, replacing: length) == bytes)
    }

    @Test func sixtyFourInARowHaveDifferentLengths() {
        var lengths: [Int] = []
        for _ in 0..<130 {
            lengths.append(ETagPadding.bytesWithNewETag(bytes, replacing: lengths.last).count)
        }
        #expect(Set(lengths) == Set(500..<564))
        for at in 64..<130 { #expect(Set(lengths[at - 64..<at]).count == 64) }
    }
}
