@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What `status` says, to people, to monitoring and to programs.
@Suite struct StatusTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let outcome: PollReport.Outcome?
        var lastSuccess: Int64?
        var lastCopy: Int64?
        var expires: Int64?
        let freshness: Freshness
        /// One of the lines of the text.
        let line: String
    }

    private static let now: Int64 = 2_000_000_000

    /// Stale after a day.
    static let cases = [
        Case(
            testDescription: "never polled", outcome: nil, freshness: .stale(sinceUnixSeconds: nil),
            line: "last check    never"),
        Case(
            testDescription: "fresh", outcome: .upToDate, lastSuccess: now - 1_000,
            expires: now + 1,
            freshness: .fresh, line: "last success  2033-05-18T03:16:40Z (16 minutes ago)"),
        Case(
            testDescription: "unreachable for a while", outcome: .unreachable,
            lastSuccess: now - 86_400, freshness: .fresh,
            line: "data may be outdated since 2033-05-17T03:33:20Z"),
        Case(
            testDescription: "unreachable for too long", outcome: .unreachable,
            lastSuccess: now - 86_401, freshness: .stale(sinceUnixSeconds: now - 86_401),
            line: "freshness     stale since 2033-05-17T03:33:19Z (1 day ago): "
                + "what is served may be outdated"),
        Case(
            testDescription: "the polls have stopped", outcome: .upToDate,
            lastSuccess: now - 200_000, freshness: .stale(sinceUnixSeconds: now - 200_000),
            line: "freshness     stale since 2033-05-15T20:00:00Z (2 d 7 h ago): "
                + "what is served may be outdated"),
        Case(
            testDescription: "heard by a clock that was ahead", outcome: .unreachable,
            lastSuccess: now + 80 * 86_400, freshness: .unknown,
            line: "last success  2033-08-06T03:33:20Z (in the future: a clock was ahead)"),
        Case(
            testDescription: "heard by a clock that was ahead, and before", outcome: .unreachable,
            lastSuccess: now + 80 * 86_400, lastCopy: now - 200_000, freshness: .unknown,
            line: "freshness     unknown: when the repository was last reached is not known "
                + "until the next poll; what is served may be outdated"),
        Case(
            testDescription: "the moment was forgotten", outcome: .unreachable, expires: now + 1,
            freshness: .unknown, line: "last success  unknown"),
        Case(
            testDescription: "never reached", outcome: .unreachable,
            freshness: .stale(sinceUnixSeconds: nil), line: "last success  never"),
        Case(
            testDescription: "a copy was taken", outcome: .unreachable,
            lastSuccess: now - 200_000, lastCopy: now - 60, freshness: .fresh,
            line: "last copy     2033-05-18T03:32:20Z (1 minute ago): /stick"),
        Case(
            testDescription: "expired since the last poll", outcome: .upToDate,
            lastSuccess: now - 10, expires: now, freshness: .expired(sinceUnixSeconds: now),
            line: "freshness     expired since 2033-05-18T03:33:20Z (0 seconds ago): "
                + "what is served may be outdated"),
        Case(
            testDescription: "no repository", outcome: .embeddedOnly, freshness: .unconfigured,
            line: "freshness     no repository is configured; what is on this machine is served"),
        Case(
            testDescription: "the state folder fails", outcome: .state, lastSuccess: now - 10,
            freshness: .broken(["disk full"]), line: "freshness     broken: disk full"),
    ]

    @Test(arguments: cases) func freshness(_ row: Case) throws {
        let report = row.outcome.map { outcome in
            PollReport(
                startedUnixSeconds: Self.now - 10, finishedUnixSeconds: Self.now - 10,
                repository: outcome == .embeddedOnly ? nil : "https://example.org",
                lastCopy: row.lastCopy.map { .init(path: "/stick", atUnixSeconds: $0) },
                outcome: outcome, problem: outcome == .state ? "disk full" : nil,
                failuresInARow: 0,
                wasReached: row.lastSuccess != nil || row.expires != nil && row.lastCopy == nil,
                lastSuccessUnixSeconds: row.lastSuccess, expiresUnixSeconds: row.expires, years: [])
        }
        let status = Status(
            state: "/state",
            repository: row.outcome == .embeddedOnly ? nil : "https://example.org",
            index: try Self.served(), lastPoll: report,
            staleAfterSeconds: 86_400, nowUnixSeconds: Self.now)
        #expect(status.freshness == row.freshness)
        let lines = MachineStatusText(status: status, nowUnixSeconds: Self.now).lines
        #expect(lines.contains(row.line), "\(lines)")
        let exit: Int32 =
            switch row.freshness {
            case .fresh, .unconfigured: 0
            case .unknown, .stale, .expired: 1
            case .broken: 2
            }
        #expect(status.freshness.severity.rawValue == exit)
    }

    private static func served() throws -> SetIndex {
        let entry = SetIndex.Entry(
            version: try World.version(2024, "a"), origin: .downloaded, sinceUnixSeconds: now - 90)
        return SetIndex(entries: [try #require(BundleYear(2024)): entry])
    }

    @Test("A last success in the future is unknown, not fresh") func aClockThatWasAhead() throws {
        let world = try World()
        try world.publish([2024: "a"])
        world.now += 80 * 86_400
        #expect(world.poll().outcome == .updated)
        #expect(world.status().freshness == .fresh)
        world.now -= 80 * 86_400
        #expect(world.status().freshness == .unknown)
        // The server is gone; the day that was noted comes, and nothing has been heard since.
        for _ in 0..<3 {
            #expect(world.poll(repository: world.folder["nothing"]).outcome == .unreachable)
            #expect(world.status().freshness.severity == .failed, "\(world.status())")
            world.now += 40 * 86_400
        }
        let json = world.status().json(nowUnixSeconds: world.now)
        #expect(json["lastSuccess"] == .null && json["outdatedSince"] == .null)
    }

    @Test(
        "What readers do not find is not called served",
        arguments: [
            "current/2024", "current/2024/manifest.json", "current/2024/samples/a.txt", "sets",
        ])
    func whatReadersDoNotFind(_ path: String) throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        _ = world.poll()
        #expect(world.status().freshness == .fresh)
        try Files.removeTree("\(world.state.path)/\(path)")
        #expect(world.status().freshness.severity == .broken)
        _ = world.poll()
        #expect(world.status().freshness == .fresh)
        // A link to another bundle, and a file that was cut.
        try Files.replaceFileAndSync(at: "\(world.state.current)/2024/samples/a.txt", with: [])
        #expect(world.status().freshness.severity == .broken)
    }

    @Test("A choice stands beside the version that it led to, and beside no other")
    func choicesStandBesideTheirVersions() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
            world.now += 60
        }
        func choice() -> Status.Choice? { world.status().years.first?.choice }
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(choice() == .rolledBack)
        try world.publish([2024: "c"])
        _ = world.poll()
        #expect(try world.served() == [2024: "c:downloaded"])
        #expect(choice() == nil)
        let b = try World.version(2024, "b")
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), b.hex) }
        #expect(choice() == .pinned)
        world.recalled[2024] = ["b"]
        try world.publish([2024: "c"])
        _ = world.poll()
        #expect(try world.served() == [2024: "c:downloaded"])
        #expect(choice() == nil)
        #expect(world.status().years.first?.delay?.reason.contains(b.short) == true)
    }

    @Test func thatNoSeasonIsHereIsSaidOnlyWhereItIsSo() throws {
        func line(_ world: World) -> String {
            MachineStatusText(status: world.status(), nowUnixSeconds: world.now).lines[0]
        }
        let world = try World()
        #expect(line(world) == "no season: none is inside the program, and none was downloaded")
        world.embedded = [2024: "e"]
        world.recalled[2024] = ["e"]
        try world.publish([:])
        _ = world.poll()
        #expect(line(world).hasPrefix("no season: what is inside the program is recalled"))
        try Files.remove(world.state.current)
        #expect(line(world) == "no season can be shown; 'freshness' says why")
    }

    @Test("Before any poll, and without a repository, no repository is configured")
    func beforeAnyPoll()
        throws
    {
        let world = try World()
        world.embedded = [2018: "e"]
        #expect(world.status().freshness == .unconfigured)
        let status = Status(
            state: "/state", repository: "https://example.org", index: try Self.served(),
            lastPoll: nil, staleAfterSeconds: 1, nowUnixSeconds: Self.now)
        #expect(status.freshness == .stale(sinceUnixSeconds: nil))
    }

    @Test("A report that was lost is no sign that a repository was never reached")
    func aLostReport() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try Files.remove(world.state.lastPoll)
        let status = world.status(repository: world.site)
        #expect(status.freshness == .unknown)
        let lines = MachineStatusText(status: status, nowUnixSeconds: world.now).lines
        #expect(lines.contains("last check    unknown"), "\(lines)")
    }

    @Test("One poll of another repository does not change the repository that status shows")
    func theRepositoryIsTheConfiguredOne() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.copySite(to: "other")
        _ = world.poll(repository: world.folder["other"])
        let status = world.status(repository: world.site)
        #expect(status.repository == world.site)
        let lines = MachineStatusText(status: status, nowUnixSeconds: world.now).lines
        #expect(lines.contains("repository    \(world.site)"))
        #expect(
            lines.contains { $0.hasSuffix(": up-to-date, of \(world.folder["other"])") }, "\(lines)"
        )
        // The service's own word, where the command is not told.
        try ServiceRecord(nextCheckUnixSeconds: world.now, repository: world.site)
            .write(world.state)
        #expect(world.status().repository == world.site)
    }

    @Test func whatPeopleHaveAskedForIsShown() throws {
        let year = try #require(BundleYear(2024))
        let index = try Self.served()
        var choices = Choices()
        choices.pins[year] = .init(version: try World.version(2024, "a"), sinceUnixSeconds: 1)
        choices.heldSinceUnixSeconds = Self.now - 7_200
        let status = Status(
            state: "/state", index: index, lastPoll: nil, choices: choices,
            nextCheckUnixSeconds: Self.now + 720, staleAfterSeconds: 1, nowUnixSeconds: Self.now)
        let lines = MachineStatusText(status: status, nowUnixSeconds: Self.now).lines
        let version = try World.version(2024, "a").short
        #expect(
            lines[0]
                == "2024  \(version)  downloaded  since 2033-05-18T03:31:50Z (1 min 30 s); pinned")
        #expect(
            lines.contains { $0.hasPrefix("held          since 2033-05-18T01:33:20Z (2 hours") })
        #expect(
            status.json(nowUnixSeconds: Self.now)["years"]?.arrayValue?[0]["choice"] == "pinned")
    }

    @Test func aYearThatIsHeldBackWithNothingElseToServeIsBroken() throws {
        let world = try World()
        try world.publish([2024: "a", 2026: "y"])
        for zip in try world.zips(2026) { try world.write(Array("no zip".utf8), zip) }
        let reason = try #require(world.poll().years.last?.reason)
        let status = world.status()
        let lines = MachineStatusText(status: status, nowUnixSeconds: world.now).lines
        #expect(lines[1].hasPrefix("2026  nothing served; held back: \(reason)"))
        #expect(status.freshness == .broken(["nothing is served of 2026"]))
        let painted = MachineStatusText(status: status, nowUnixSeconds: world.now, isColoured: true)
            .lines
        #expect(painted[1].hasPrefix("2026  \u{1B}[31mnothing served\u{1B}[0m; "))
        #expect(!lines.joined().contains("\u{1B}"))
    }

    @Test func aYearThatWaitsForItsWaveIsNotHeldBack() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.rollout[2024] = Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
        try world.publish([2024: "b"])
        let reason = try #require(world.poll().years.first?.reason)
        let status = world.status()
        #expect(status.years[0].delay?.isWaiting == true)
        let line = MachineStatusText(status: status, nowUnixSeconds: world.now).lines[0]
        #expect(line.contains("; waiting: \(reason) (in 1 hour"), "\(line)")
        #expect(!line.contains("tried again"))
        let json = status.json(nowUnixSeconds: world.now)
        #expect(json["years"]?.arrayValue?[0]["heldBack"]?.stringValue == reason)
    }

    @Test(
        "A season that is published and not served is listed, and is trouble unless an operator wants that",
        arguments: ["wave", "stopped", "withdrawn", "hold", "pin"])
    func aPublishedSeasonThatIsNotServed(_ why: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.rollout[2026] =
            switch why {
            case "wave": Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
            case "stopped":
                Rollout(waves: [.init(percent: 100, afterSeconds: 9_999)], isStopped: true)
            default: nil
            }
        if why == "withdrawn" { world.withdrawn = [2026] }
        if why == "hold" {
            _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        }
        if why == "pin" {
            try world.publish([2024: "a", 2026: "x"])
            _ = world.poll()
            let x = try World.version(2026, "x")
            _ = try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2026), x.hex) }
            try Files.removeTree("\(world.state.path)/bundles/2026")
            try Files.removeTree("\(world.state.path)/zips")
        }
        try world.publish(why == "withdrawn" ? [2024: "a"] : [2024: "a", 2026: "y"])
        _ = world.poll()
        let status = world.status()
        let line = MachineStatusText(status: status, nowUnixSeconds: world.now).lines[1]
        #expect(line.hasPrefix("2026  nothing served; "), "\(line)")
        let reason = try #require(status.years.last?.delay?.reason)
        #expect(line.contains(reason))
        let isTrouble = why == "pin"
        #expect(
            status.freshness == (isTrouble ? .broken(["nothing is served of 2026"]) : .fresh),
            "\(line)")
        // What is embedded must be served, whatever an operator wants.
        world.embedded = [2026: "e"]
        #expect(world.status().freshness == .broken(["nothing is served of 2026"]))
    }

    @Test func aDamagedIndexIsBroken() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.folder.write("{\"bun", to: "state/current/set.json")
        #expect(world.status().freshness.severity == .broken)
        _ = world.poll()
        #expect(world.status().freshness == .fresh)
    }

    @Test func aLostLinkToTheSetInUseIsBroken() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        try world.publish([2024: "a"])
        _ = world.poll()
        try Files.remove(world.state.current)
        guard case .broken(let problems) = world.status().freshness,
            let text = problems.first
        else {
            Issue.record("\(world.status().freshness)")
            return
        }
        #expect(text.hasPrefix("\(world.state.current): gone"))
        _ = world.poll()
        #expect(world.status().freshness == .fresh)
    }

    @Test func whatSomebodyHasRemovedIsNotServed() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        #expect(world.status().freshness.severity == .harmless)
        try Files.removeTree(world.folder["state/bundles/2024"])
        #expect(world.status().freshness == .broken(["nothing is served of 2024"]))
        // The next poll mends it.
        _ = world.poll()
        #expect(world.status().freshness.severity == .harmless)
    }

    /// Real ones, of machines in every state, by an independent implementation.
    @Test(.needs(.jsonSchema)) func itsSchemaIsTheDocumentedOne() throws {
        let world = try World()
        var printed: [JSON] = []
        func note() { printed.append(world.status().json(nowUnixSeconds: world.now)) }
        note()
        world.embedded = [2018: "e"]
        _ = try world.pollAlone()
        note()
        try world.publish([2018: "x", 2024: "a"])
        try world.copySite(to: "stick")
        for zip in try world.zips(2024) { try world.write(Array("no zip".utf8), zip) }
        _ = world.poll()
        note()
        _ = try world.poll(from: "stick")
        try ServiceRecord(nextCheckUnixSeconds: world.now + 900).write(world.state)
        note()
        try world.folder.write("{", to: "state/current/set.json")
        note()
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)
            documented = set(schema["properties"])
            for one in json.load(sys.stdin):
                for error in validator.iter_errors(one): print(error.json_path, error.message)
                if set(one) != documented: print("members", set(one) ^ documented)
            wrong = dict(one, freshness="mouldy", years=[{"year": 2024}])
            print(len(list(validator.iter_errors(wrong))) > 1)
            """
        let result = try Program.run(
            try #require(JSONSchema.python),
            ["-c", script, Checkout.path("docs/status.schema.json")],
            input: JSON.array(printed).text())
        #expect(result.output == "True\n", "\(result.output)\(result.messages)")
    }
}

extension World {
    /// What this world's machine says of itself.
    func status(repository: String? = nil) -> Status {
        Status.read(
            state, repository: repository, embedded: (try? embeddedSet()) ?? EmbeddedSet(files: []),
            limits: .standard,
            staleAfterSeconds: 86_400, nowUnixSeconds: now)
    }
}
