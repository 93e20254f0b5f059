import BundleFormat
import BundleZip
import Foundation
import TestSupport
import Testing

@testable import SeasonsKit

/// What an app serves after an update, with a real web server: the cases that an app meets.
@Suite struct UpdateTests {
    private let site: Site
    private let server: Nginx
    private let old: BundleContents
    private let new: BundleContents

    init() throws {
        site = try Site()
        try FileManager.default.createDirectory(
            atPath: site.path, withIntermediateDirectories: true)
        server = try Nginx(serving: site.path)
        old = try Site.bundle(2024)
        new = try Site.bundle(2024, without: 1)
    }

    /// An app that serves what is published.
    private func updated(embedded: [BundleContents] = []) async throws -> Seasons {
        try site.publish([old])
        let seasons = try site.app(server.address, embedded: embedded)
        try #require(await seasons.update().outcome == .updated)
        return seasons
    }

    @Test func aFirstStartWithoutNetworkServesWhatIsInsideTheApp() async throws {
        let seasons = try site.app("http://127.0.0.1:1/", embedded: [old])
        #expect(await seasons.served() == [2024: "\(old.version.hex) embedded"])
        let update = await seasons.update()
        #expect(update.outcome == .unreachable)
        #expect(update.mayBeOutdated())
        #expect(await seasons.served() == [2024: "\(old.version.hex) embedded"])
    }

    @Test func nothingNewCostsTwoRequests() async throws {
        _ = try await updated()
        let before = try server.requests().count
        let again = try site.app(server.address)
        #expect(await again.update().outcome == .upToDate)
        #expect(try server.requests().count == before + 2)
    }

    @Test func aChangedSeasonIsDownloadedAlone() async throws {
        try site.publish([old, Site.bundle(2018)])
        let seasons = try site.app(server.address)
        try #require(await seasons.update().outcome == .updated)
        let held = try #require(await seasons.current(2024))
        let changes = await seasons.changes()
        let before = try server.requests().count

        try site.publish([new, Site.bundle(2018)])
        #expect(await seasons.update().outcome == .updated)
        #expect(await seasons.current(2024)?.version == new.version.hex)
        #expect(held.version == old.version.hex, "a held season stays")
        let zips = try server.requests().dropFirst(before).filter { $0.contains(".zip") }
        #expect(zips.count == 1, "\(zips)")
        var change = changes.makeAsyncIterator()
        #expect(await change.next()?.years == [2024])
    }

    @Test func withoutNetworkAgainItServesWhatItHas() async throws {
        _ = try await updated()
        server.stop()
        let seasons = try site.app(server.address)
        let update = await seasons.update()
        #expect(update.outcome == .unreachable)
        #expect(update.problem?.isEmpty == false)
        #expect(await seasons.served() == [2024: old.version.hex])
    }

    @Test func aRecallGoesBackToTheSeasonInsideTheApp() async throws {
        try site.publish([new])
        let seasons = try site.app(server.address, embedded: [old])
        try #require(await seasons.update().outcome == .updated)
        try #require(await seasons.served() == [2024: new.version.hex])
        site.recall(new)
        try site.publish([])
        await seasons.update()
        #expect(await seasons.served() == [2024: "\(old.version.hex) embedded"])
    }

    @Test func withoutItsSetAnAppShowsNothingFromInside() async throws {
        let other = try Site.bundle(2018)
        try site.publish([new])
        let seasons = try site.app(server.address, embedded: [old, other])
        try #require(await seasons.update().outcome == .updated)
        let wanted = [2018: "\(other.version.hex) embedded", 2024: new.version.hex]
        let set = site.appFolder.appendingPathComponent("set.json")
        for damage in ["", "{}", nil] {
            try FileManager.default.removeItem(at: set)
            if let damage { try Data(damage.utf8).write(to: set) }
            let later = try site.app(server.address, embedded: [old, other])
            #expect(await later.served() == [:], "\(damage ?? "no file")")
            await later.update()
            #expect(await later.served() == wanted, "\(damage ?? "no file")")
        }
    }

    @Test func oneChangedByteOfTheListIsRefused() async throws {
        let seasons = try await updated()
        try site.publish([new])
        let name = "site/metadata/2.targets.json"
        try site.folder.write(
            site.folder.read(name).replacingOccurrences(of: "2024", with: "2025"), to: name)
        #expect(await seasons.update().outcome == .refused)
        #expect(await seasons.served() == [2024: old.version.hex])
    }

    @Test func anOldTimestampIsNotFollowed() async throws {
        try site.publish([old])
        let stale = try site.folder.read("site/metadata/timestamp.json")
        try site.publish([new])
        let seasons = try site.app(server.address)
        try #require(await seasons.update().outcome == .updated)
        try site.folder.write(stale, to: "site/metadata/timestamp.json")
        #expect(await seasons.update().outcome == .older)
        #expect(await seasons.served() == [2024: new.version.hex])
    }

    @Test func aHugeTimestampIsRefusedWhileItComes() async throws {
        let seasons = try await updated()
        let file = try FileHandle(
            forWritingTo: URL(fileURLWithPath: site.folder["site/metadata/timestamp.json"]))
        // A hundred million bytes that take no room.
        try file.truncate(atOffset: 100_000_000)
        try file.close()
        let update = await seasons.update()
        #expect(update.outcome == .refused)
        #expect(update.problem?.contains("at most") == true, "\(update.problem ?? "")")
        #expect(await seasons.served() == [2024: old.version.hex])
    }

    @Test func aReplacedOnlineKeyIsFollowed() async throws {
        let seasons = try await updated()
        try site.replaceOnlineKey()
        try site.publish([new])
        #expect(await seasons.update().outcome == .updated)
        #expect(await seasons.served() == [2024: new.version.hex])
    }

    @Test func aDamagedZipIsDownloadedAgain() async throws {
        _ = try await updated()
        let zips = site.appFolder.appendingPathComponent("bundles")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: zips.path).first)
        try Data("damage".utf8).write(to: zips.appendingPathComponent(name))
        let seasons = try site.app(server.address)
        #expect(await seasons.served() == [:])
        await seasons.update()
        #expect(await seasons.served() == [2024: old.version.hex])
    }

    @Test func aSeasonThatDrawsOtherTablesIsHeldBackAlone() async throws {
        let seasons = try await updated()
        var files = new.files
        let table = try #require(files.keys.first { "\($0)".hasSuffix(".txt") })
        files[table] = Array("another table\n".utf8)
        let wrong = try BundleContents(year: new.year, files: files)
        let other = try Site.bundle(2018)
        let before = try server.requests().count
        try site.publish([wrong, other])
        let update = await seasons.update()
        #expect(update.outcome == .incomplete, "\(update.problem ?? "")")
        #expect(update.problem?.contains("\(table)") == true, "\(update.problem ?? "")")
        #expect(await seasons.served() == [2018: other.version.hex, 2024: old.version.hex])
        let zips = try server.requests().dropFirst(before).filter { $0.contains(".zip") }
        #expect(zips.count == 2, "the second poll sends no request: \(zips)")
    }

    @Test func theReasonsAreThoseOfTheAgent() async throws {
        let seasons = try await updated(embedded: [new])
        let why = try #require(await seasons.why(2024))
        #expect(why.action == "installed")
        #expect(why.candidates.count == 2)
        #expect(why.candidates.first { $0.isChosen }?.version == old.version.hex)
        let status = try #require(await seasons.status)
        #expect(String(decoding: status.json, as: UTF8.self).contains("\"outcome\":\"updated\""))
        #expect(!status.mayBeOutdated())
    }

    @Test func anAppThatStartsAnewKnowsItsLastUpdate() async throws {
        _ = try await updated()
        let status = await (try site.app(server.address)).status
        #expect(status?.outcome == .updated)
    }

    @Test func aMatchIsDrawnWithTheServedSeason() async throws {
        let seasons = try await updated()
        let sample = try #require(
            old.files.keys.first {
                "\($0)".hasSuffix("qm12.json")
                    || "\($0)".hasSuffix(".json") && "\($0)".hasPrefix("samples/")
            })
        let match = Data(old.files[sample] ?? [])
        let table = try await seasons.render(match)
        #expect(table.contains("2024"), "\(table)")
        #expect(
            try await seasons.current(2024)?.render(match, as: .html).contains("<table") == true)
        await #expect(throws: SeasonsError.self) { try await seasons.render(Data("{".utf8)) }
        let message = Data(#"{"message_data":{"match":"#.utf8) + match + Data("}}".utf8)
        #expect(try await seasons.render(message) == table)
        let scores = Data(#"{"matchNumber":1,"alliances":[{"alliance":"Red","a":1}]}"#.utf8)
        #expect(try await seasons.current(2024)?.render(scores).contains("RED") == true)
        await #expect(throws: SeasonsError.self) { try await seasons.render(scores) }
    }
}
