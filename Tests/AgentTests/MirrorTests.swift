import BundleFormat
@testable import BundleUpdater
import FaultMatrix
import Files
import HTTPRules
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import TUF
import WebTransport

/// Several mirrors, credentials, proxies, progress and space, through whole polls.
@Suite(.needs(programs: "openssl", "python3")) struct MirrorTests {
    let server: MisbehavingServer
    let world: World
    let options: WebOptions

    init() throws {
        server = try MisbehavingServer.shared.get()
        world = try World(now: SystemClock.unixSeconds())
        world.embedded = [2024: "e"]
        try world.publish([2018: "x", 2024: "a"])
        options = WebOptions(
            userAgent: "match-bundles-tests/1", certificateAuthorityFile: server.authority)
    }

    private func address(
        _ behaviour: String, _ files: String = "", _ door: MisbehavingServer.Door = .http
    ) -> String {
        server.address(behaviour, files, world.site, door)
    }

    @Test(arguments: [
        ("status_500", "timestamp.json"), ("other_bytes", "timestamp.json"), ("portal", ""),
        ("other_bytes", ".zip"), ("truncated", ".zip"), ("status_404", ".zip"),
        ("status_503", ".zip"), ("endless", ".zip"),
    ])
    func theNextMirrorHelpsOut(_ behaviour: String, _ files: String) throws {
        let (bad, good) = (address(behaviour, files), address("well", "", .other))
        let report = try world.poll(web: [bad, good], options)
        #expect(report.outcome == .updated, "\(report)")
        #expect(report.years.map(\.source) == [good, good])
        #expect(report.mirrors.map(\.address) == [bad, good])
        #expect(report.mirrors.first?.problem != nil)
        #expect(report.mirrors.last?.problem == nil)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        #expect(PollReport(report.json) == report)
    }

    @Test func theFirstMirrorIsPreferred() throws {
        let addresses = [address("well"), "http://127.0.0.1:1"]
        let report = try world.poll(web: addresses, options)
        #expect(report.years.map(\.source) == [addresses[0], addresses[0]])
        #expect(report.mirrors.map(\.files) == [3, 0])
    }

    @Test func whereAllMirrorsFailThePreferredOnesTroubleIsTold() throws {
        let report = try world.poll(
            web: [address("status_500", "timestamp.json"), "http://127.0.0.1:1"], options)
        #expect(report.outcome == .unreachable)
        #expect(report.problem?.contains("status 500") == true)
        #expect(report.mirrors.allSatisfy { $0.problem != nil && $0.files == 0 })
    }

    struct Failures: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let errors: [UpdateError]
        /// The position of the one that is told.
        let told: Int?
    }

    private static let silence = UpdateError.transfer(.unreachable("no answer"))
    private static let page = UpdateError.transfer(.webPage("a page"))
    private static let forged = UpdateError.repository(.hash(file: "a", algorithm: "sha256"))
    private static let tooLong = UpdateError.transfer(.tooLong(lengthBytesMax: 1))
    private static let old = UpdateError.repository(
        .rollback(role: "timestamp", trusted: 2, found: 1))

    @Test(arguments: [
        Failures(testDescription: "none", errors: [], told: nil),
        Failures(testDescription: "one", errors: [silence], told: 0),
        Failures(testDescription: "alike: the preferred one's", errors: [page, silence], told: 0),
        Failures(testDescription: "no answer, then forged", errors: [silence, forged], told: 1),
        Failures(testDescription: "forged, then no answer", errors: [forged, silence], told: 0),
        Failures(testDescription: "endless, after a page", errors: [page, tooLong], told: 1),
        Failures(testDescription: "old, after no answer", errors: [silence, old], told: 1),
        Failures(testDescription: "forged, after old", errors: [old, silence, forged], told: 2),
    ])
    func theTroubleThatTellsMostIsTold(_ row: Failures) {
        #expect(Mirrors.mostTelling(row.errors) == row.told.map { row.errors[$0] })
    }

    @Test func aForgeryIsToldThoughThePreferredMirrorIsOutOfReach() throws {
        let report = try world.poll(
            web: ["http://127.0.0.1:1", address("other_bytes", "timestamp.json")], options)
        #expect(report.outcome == .refused && report.severity == .refused, "\(report)")
    }

    @Test func aMirrorThatAsksToBeLeftAloneIsAskedNoMore() throws {
        let report = try world.poll(web: [address("status_503", ".zip")], options)
        #expect(report.years.map(\.family) == [.unreachable, .unreachable])
        #expect(report.retryAfterSeconds == 3_600)
        #expect(report.mirrors.map(\.files) == [1])
    }

    @Test(arguments: ["bearer t0ken", "basic me pass word"])
    func credentialsAreSaidToTheirServerAlone(_ secret: String) throws {
        let origin = "http://127.0.0.1:\(server.port(.http))"
        let file = try world.folder.write("# ours\n\(origin) \(secret)\n", to: "credentials")
        var options = options
        #expect(try world.poll(web: [address("with_credentials")], options).outcome == .unreachable)
        options.credentials = try Credentials(file: owned(file))
        #expect(try world.poll(web: [address("with_credentials")], options).outcome == .updated)
        try world.publish([2018: "y", 2024: "b"])
        let elsewhere = try world.poll(web: [address("asking_then_elsewhere")], options)
        #expect(elsewhere.outcome == .updated, "\(elsewhere)")
        try world.publish([2018: "z", 2024: "c"])
        let other = try world.poll(web: [address("without_credentials", "", .other)], options)
        #expect(other.outcome == .updated, "\(other)")
    }

    private func owned(_ file: String) throws -> String {
        _ = try Program.run("/bin/chmod", ["600", file])
        return file
    }

    @Test func aProxyIsUsedUnlessItsHostIsExcepted() throws {
        let proxy = try ProxyAddress("http://127.0.0.1:\(server.port(.other))")
        let repository = "http://no-such-host.invalid/well/\(world.site)"
        var options = options
        options.proxy = .address(proxy)
        #expect(try world.poll(web: [repository], options).outcome == .updated)
        options.proxy = .address(proxy, except: [".invalid"])
        options.limits.total = .milliseconds(700)
        #expect(try world.poll(web: [repository], options).outcome == .unreachable)
    }

    @Test func progressComesToItsEnd() throws {
        var seen: [DownloadProgress] = []
        _ = try world.poll(web: [address("well")], options) { options in
            options.progress = { seen.append($0) }
        }
        let last = try #require(seen.last)
        #expect(last.doneBytes == last.totalBytes && last.fileBytes == last.fileBytesTotal)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.doneBytes <= $1.doneBytes })
        #expect(Set(seen.map(\.year.number)) == [2018, 2024])
    }

    @Test func aDiskWithoutRoomIsNotedBeforeAnythingIsFetched() throws {
        let report = try world.poll(web: [address("well")], options) { options in
            options.freeBytes = { _ in 1_000 }
        }
        #expect(report.years.map(\.family) == [.state, .state])
        #expect(report.years.allSatisfy { $0.reason.contains("free for the download, found 1 kB") })
        #expect(report.mirrors.map(\.files) == [1])
        #expect(try world.served() == [2024: "e:embedded"])
        #expect(try world.poll(web: [address("well")], options).outcome == .updated)
    }

    @Test(.timeLimit(.minutes(1))) func anEndInTheMiddleIsResumed() throws {
        world.isCancelled = { [world] in
            ((try? Files.names(in: world.state.downloads)) ?? []).contains {
                $0.hasSuffix(".partial")
            }
        }
        // Only the cancellation can end this poll.
        var patient = options
        patient.limits.stall = .seconds(3600)
        patient.limits.total = .seconds(3600)
        let report = try world.poll(web: [address("silent_inside", ".zip")], patient)
        #expect(report.outcome == .cancelled)
        world.isCancelled = { false }
        // Both zips were on their way; at least one had begun to come.
        let had = try Files.names(in: world.state.downloads).filter { $0.hasSuffix(".partial") }
            .map { try #require(try Files.lengthBytes("\(world.state.downloads)/\($0)")) }
        #expect(!had.isEmpty && had.allSatisfy { $0 > 0 })
        var seen: [DownloadProgress] = []
        _ = try world.poll(web: [address("well")], options) { options in
            options.progress = { seen.append($0) }
        }
        // The first that is told of each part is what was there.
        #expect(seen.prefix(had.count).map(\.fileBytes).sorted() == had.sorted())
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
    }

    @Test func aPartOfWhatIsWantedNoMoreGoes() throws {
        _ = try world.poll(web: [address("truncated", ".zip")], options)
        #expect(try !Files.names(in: world.state.downloads).isEmpty)
        try world.publish([2018: "y", 2024: "b"])
        _ = try world.poll(web: [address("status_404", ".zip")], options)
        #expect(try Files.names(in: world.state.downloads).isEmpty)
    }
}
