@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Glibc
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// What people ask for, on whole machines: rollback, pin, hold, reset, and what publishers recall.
@Suite struct ChoiceTests {
    @Test func whyTellsThatSomethingElseIsServedSince() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.publish([2024: "b"])
        let report = world.poll()
        func lines() throws -> [String] {
            WhyText.lines(report, report.years, served: try SetIndex.read(world.state))
        }
        #expect(try !lines().contains { $0.contains("since then") })
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        let version = try World.version(2024, "a").short
        #expect(try lines().last == "  since then \(version) is served: bundle-agent history 2024")
    }

    @Test func aRollbackStandsUntilSomethingNewerIsPublished() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
            world.now += 60
        }
        let (a, b) = (try World.version(2024, "a"), try World.version(2024, "b"))
        #expect(
            try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
                == [
                    "2024: serves \(a.short) (downloaded) instead of \(b.short); rolled back until something newer is published, or 'bundle-agent resume 2024'"
                ])
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        // Neither the same again, nor after a restart, nor without network.
        for repository in [nil, world.folder["nothing"], nil] {
            world.now += 60
            _ = world.poll(repository: repository)
            #expect(try world.served()[2024] == "a:downloaded")
        }
        try world.publish([2018: "x", 2024: "c"])
        #expect(world.poll().outcome == .updated)
        #expect(try world.served()[2024] == "c:downloaded")
    }

    /// A machine that serves the second of two contents, then the first again.
    private func rolledBack(isHeld: Bool = false) throws -> (World, said: [String]) {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
            world.now += 60
        }
        if isHeld { _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) } }
        let said = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(try world.served() == [2024: "a:downloaded"])
        return (world, said)
    }

    @Test(
        "A rollback is undone by the command that it prints", arguments: [false, true],
        [false, true])
    func undone(isHeld: Bool, hasRepository: Bool) throws {
        let (world, said) = try rolledBack(isHeld: isHeld)
        let printed = try #require(said[0].firstMatch(of: /'bundle-agent resume (\d+)'/)).1
        let year = try #require(BundleYear(String(printed)))
        let poller = Poller(
            state: world.state, embedded: try world.embeddedSet(),
            repository: hasRepository ? world.poller().repository : nil, options: world.options,
            clock: { world.now })
        _ = try poller.choose(isDryRun: false) { (facts) throws(ChoiceError) in
            try facts.resume([year])
        }.get()
        #expect(try world.served() == [2024: "b:downloaded"])
        for _ in 1...2 {
            world.now += 60
            _ = hasRepository ? world.poll() : try world.pollAlone()
            #expect(try world.served() == [2024: "b:downloaded"])
        }
        let history = try HistoryFile(world.state, .standard).entries()
        #expect(history.last?.reason == "'resume' ended the rollback")
        #expect(history.last?.why == .rollback)
    }

    @Test func theEndOfTwoRollbacksIsWhatWasServedBeforeBoth() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
            world.now += 60
        }
        for _ in 1...2 {
            _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        }
        #expect(try world.served() == [2024: "e:embedded"])
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.resume([.of(2024)]) }
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func onlyARollbackIsResumed() throws {
        let (world, _) = try rolledBack()
        world.now += 60
        try world.publish([2024: "c"])
        _ = world.poll()
        #expect(throws: ChoiceError("2024: not rolled back")) {
            try world.choose { (facts) throws(ChoiceError) in try facts.resume([.of(2024)]) }
        }
        #expect(try world.served() == [2024: "c:downloaded"])
        let b = try World.version(2024, "b")
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), b.hex) }
        let error = #expect(throws: ChoiceError.self) {
            try world.choose { (facts) throws(ChoiceError) in try facts.resume([.of(2024)]) }
        }
        #expect(error?.message.hasSuffix("'bundle-agent unpin 2024' ends that") == true)
    }

    @Test func theEndOfAHoldOrAPinNamesWhatStillHolds() throws {
        let (world, _) = try rolledBack()
        let a = try World.version(2024, "a").short
        let rolledBack =
            "rolled back until something newer is published, or 'bundle-agent resume 2024'"
        let resumed = try world.choose { (facts) throws(ChoiceError) in facts.hold(false) }
        #expect(resumed.first?.hasSuffix("from the next poll on, except as chosen below") == true)
        #expect(resumed.last == "2024: serves \(a) (downloaded); \(rolledBack)")
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), a) }
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        let unpinned = try world.choose { (facts) throws(ChoiceError) in
            try facts.unpin(.of(2024))
        }
        let held = "nothing changes until 'bundle-agent resume'"
        #expect(unpinned == ["2024: serves \(a) (downloaded); \(rolledBack); \(held)"])
        // What is printed is done, and then nothing holds.
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.resume([.of(2024)]) }
        let free = try world.choose { (facts) throws(ChoiceError) in facts.hold(false) }
        #expect(free == ["no hold: what is published is followed, from the next poll on"])
    }

    @Test func whatWasLeftComesBackWherePublishedAnew() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        world.now += 60
        try world.publish([2024: "b"])
        _ = world.poll()
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func withoutAYearTheLastSwitchIsTakenBackAsAWhole() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a", 2026: "m"])
        _ = world.poll()
        try world.publish([2018: "y", 2024: "b", 2026: "m"])
        _ = world.poll()
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(nil) }
        #expect(
            try world.served() == [
                2018: "x:downloaded", 2024: "a:downloaded", 2026: "m:downloaded",
            ])
        #expect(world.poll().outcome == .upToDate)
    }

    @Test func aRollbackReachesWhatIsInsideTheProgram() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        _ = world.poll()
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(try world.served() == [2024: "e:embedded"])
        _ = world.poll()
        #expect(try world.served() == [2024: "e:embedded"])
    }

    /// The later version is not installed again, however often an operator asks.
    @Test func aRollbackNeverGoesBackToWhatWasLeft() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        for content in ["a", "b"] {
            world.now += 900
            try world.publish([2024: content])
            _ = world.poll()
        }
        for serves in ["a:downloaded", "e:embedded"] {
            _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
            #expect(try world.served() == [2024: serves])
        }
        for year in [BundleYear.of(2024), nil] {
            let error = #expect(throws: ChoiceError.self) {
                try world.choose { (facts) throws(ChoiceError) in try facts.rollback(year) }
            }
            #expect(error == (year == nil ? .nothingChanged : .nothingBefore(.of(2024))))
        }
        world.now += 900
        _ = world.poll()
        #expect(try world.served() == [2024: "e:embedded"], "the choice stays")
    }

    @Test func withNothingBeforeARollbackIsRefusedAndNothingKept() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let before = try world.disk()
        for year in [2024, 2025] {
            let error = #expect(throws: ChoiceError.self) {
                try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(year)) }
            }
            let expected =
                year == 2024
                ? ChoiceError.nothingBefore(.of(year))
                : ChoiceError("2025: this machine serves no such season; see 'bundle-agent status'")
            #expect(error == expected)
        }
        #expect(try world.disk() == before)
    }

    /// A self-test that says nothing of the newer content, or that it is bad.
    @Test("A choice is made although a newer season cannot be taken", arguments: [1, 2])
    func aChoiceOutlivesASelfTest(_ status: Int) throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
            world.now += 60
        }
        world.options.selfTest = SelfTest(
            command: ["/bin/sh", "-c", "exit \(status)"], timeLimit: .seconds(20))
        try world.publish([2024: "c"])
        let polled = world.poll().severity
        #expect(polled != .harmless)
        // What refused the content is remembered. A test that could not run is only tried again.
        let expected = status == 2 ? polled : .harmless
        #expect(try world.poller().preview().severity == expected)
        let a = try World.version(2024, "a").short
        func follows(_ lines: [String], _ command: String) throws {
            #expect(try world.served() == [2024: "a:downloaded"], "\(command): \(lines)")
            // The pause after a failed test is over each time.
            world.now += 30 * 86_400
        }
        world.now += 30 * 86_400
        let lines = try world.choose { (facts) throws(ChoiceError) in
            try facts.rollback(.of(2024))
        }
        #expect(lines.first?.hasPrefix("2024: serves \(a) ") == true, "\(lines)")
        try follows(lines, "rollback")
        for isHeld in [true, false] {
            try follows(world.choose { (facts) throws(ChoiceError) in facts.hold(isHeld) }, "hold")
        }
        try follows(
            world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), a) }, "pin")
        try follows(
            world.choose { (facts) throws(ChoiceError) in try facts.unpin(.of(2024)) }, "unpin")
    }

    /// After a reset the published bundles are still on the disk.
    @Test func aChoiceNamesEveryYearThatItChanges() throws {
        let world = try World()
        world.embedded = [2018: "e", 2024: "e"]
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        func reset() throws {
            _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
            #expect(try world.served() == [2018: "e:embedded", 2024: "e:embedded"])
        }
        try reset()
        let resumed = try world.choose { (facts) throws(ChoiceError) in facts.hold(false) }
        #expect(resumed.count == 3, "\(resumed)")
        #expect(resumed[1].hasPrefix("2018: serves") && resumed[2].hasPrefix("2024: serves"))
        try reset()
        let version = try World.version(2018, "e").short
        let pinned = try world.choose { (facts) throws(ChoiceError) in
            try facts.pin(.of(2018), version)
        }
        #expect(pinned.count == 2 && pinned[1].hasPrefix("2024: serves"), "\(pinned)")
    }

    /// Its content inside the program is recalled.
    @Test func aResetNamesASeasonThatIsThenShownWithoutADescription() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        world.recalled[2024] = ["e"]
        try world.publish([2024: "a"])
        _ = world.poll()
        let lines = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
        #expect(lines.count == 2 && lines[1].hasPrefix("2024: serves nothing"), "\(lines)")
    }

    @Test func aDryRunChangesNothing() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        let before = try world.folder.contents(of: "state")
        let lines = try world.choose(isDryRun: true) { (facts) throws(ChoiceError) in
            try facts.rollback(.of(2024))
        }
        #expect(lines.first?.hasPrefix("2024: would serve ") == true)
        #expect(try world.folder.contents(of: "state") == before)
    }

    @Test func aDryRunOfAChoiceMakesNoStateFolder() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        _ = try world.choose(isDryRun: true) { (facts) throws(ChoiceError) in facts.hold(true) }
        _ = try world.choose(isDryRun: true) { (facts) throws(ChoiceError) in facts.reset() }
        #expect(try Files.kind(world.state.path) == nil)
    }

    @Test func aPinHoldsAYearAndAnUnpinLetsItGo() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
        }
        let a = try World.version(2024, "a")
        _ = try world.choose { (facts) throws(ChoiceError) in
            try facts.pin(.of(2024), String(a.hex.prefix(6)).uppercased())
        }
        #expect(try world.served()[2024] == "a:downloaded")
        try world.publish([2018: "y", 2024: "c"])
        let report = world.poll()
        #expect(report.actions == [2018: .installed, 2024: .kept])
        #expect(report.years[1].reason == "pinned by 'pin'")
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.unpin(.of(2024)) }
        _ = world.poll()
        #expect(try world.served()[2024] == "c:downloaded")
    }

    @Test func aPinOfWhatIsOnlyOfferedIsFetchedBeforeItsWave() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.rollout[2024] = Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
        try world.publish([2024: "b"])
        let waiting = world.poll()
        #expect(waiting.actions == [2024: .waiting])
        #expect(waiting.outcome == .upToDate)
        #expect(waiting.years[0].againUnixSeconds == world.now + 3_600)
        let b = try World.version(2024, "b")
        let lines = try world.choose { (facts) throws(ChoiceError) in
            try facts.pin(.of(2024), b.hex)
        }
        let holds = "pinned to \(b.short) until 'bundle-agent unpin 2024'; the next poll fetches it"
        #expect(lines.first?.contains(holds) == true)
        _ = world.poll()
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func aPinThatNamesNothingOrTooMuchIsRefused() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let a = try World.version(2024, "a")
        #expect(throws: ChoiceError.noVersion(.of(2024), "zz", known: [a.short])) {
            try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), "zz") }
        }
        #expect(throws: ChoiceError.noVersion(.of(2024), "", known: [a.short])) {
            try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), "") }
        }
        #expect(throws: ChoiceError("2024: not pinned")) {
            try world.choose { (facts) throws(ChoiceError) in try facts.unpin(.of(2024)) }
        }
    }

    @Test func onHoldNothingIsInstalledAndResumedItIs() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        try world.publish([2024: "b"])
        let report = world.poll()
        #expect(report.outcome == .upToDate)
        #expect(report.years[0].reason.contains("is published, but on hold since"))
        #expect(try world.served() == [2024: "a:downloaded"])
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(false) }
        _ = world.poll()
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func aResetGoesBackToTheProgramAndForgetsChoicesButNotWhatIsTrusted() throws {
        let world = try World()
        world.embedded = [2018: "e", 2024: "e"]
        try world.publish([2024: "a", 2026: "m"])
        _ = world.poll()
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        let trusted = try world.folder.contents(of: "state/metadata")
        _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
        #expect(try world.served() == [2018: "e:embedded", 2024: "e:embedded"])
        let memory = Memory(world.state, .standard)
        #expect(memory.choices == Choices() && memory.trials == Trials())
        #expect(try world.folder.contents(of: "state/metadata") == trusted)
        _ = world.poll()
        #expect(try world.served()[2026] == "m:downloaded")
    }

    @Test func aResetForgetsWhatHeldYearsBack() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.options.selfTest = SelfTest(
            command: ["/bin/sh", "-c", "exit 2"], timeLimit: .seconds(20))
        try world.publish([2024: "b"])
        _ = world.poll()
        #expect(world.status().years.first?.delay?.reason.contains("self-test") == true)
        let ended = world.status().lastPoll?.severity
        _ = try world.choose { (facts) throws(ChoiceError) in facts.reset() }
        #expect(world.status().years.allSatisfy { $0.delay == nil }, "\(world.status().years)")
        #expect(ended == .refused && world.status().lastPoll?.severity == ended)
        // It holds until the next poll says something else.
        _ = world.poll()
        #expect(world.status().years.first?.delay?.reason.contains("self-test") == true)
    }

    /// Stopped between the choice and the switch, as by a power cut: the next start completes it.
    @Test func aChoiceThatWasKeptIsCompleted() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        var memory = Memory()
        memory.choices.rollbacks[.of(2024)] = Choices.Rollback(
            left: [try World.version(2024, "b")], publishedUnixSeconds: world.now,
            sinceUnixSeconds: world.now)
        try memory.write(world.state, replacing: Memory())
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test func aDamagedFileOfChoicesIsSaidAndStopsNothing() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.claimState()
        try world.folder.write("{\"pins\": 7}", to: "state/choices.json")
        try world.folder.write("", to: "state/trials.json")
        let report = world.poll()
        #expect(report.outcome == .updated)
        #expect(report.repairs.count == 2)
        let said = MachineStatusText(status: world.status(), nowUnixSeconds: world.now).lines
        #expect(said.count { $0.hasPrefix("repaired      ") } == 2, "\(said)")
        // It is said once: the file is whole again.
        #expect(world.poll().repairs == [])
        #expect(try JSON.parse(Array(world.folder.read("state/choices.json").utf8))["pins"] != nil)
    }

    /// After a user's `chmod`, what others are told is right again with the next poll.
    @Test func whatReadersNeedIsReadableAfterAPoll() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        let files = ["choices.json", "vouched.json", "last-poll.json", "current/set.json"]
        for file in files { _ = world.folder["state/\(file)"].withCString { chmod($0, 0o600) } }
        _ = world.folder["state/sets"].withCString { chmod($0, 0o700) }
        #expect(world.poll().outcome == .upToDate)
        for file in files {
            #expect(try #require(FileFacts(world.folder["state/\(file)"])).mode & 0o777 == 0o644)
        }
        #expect(try #require(FileFacts(world.state.sets)).mode & 0o777 == 0o755)
    }

    // MARK: Recalls

    @Test func aWithdrawnYearShowsTheProgramsContent() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "bad", 2026: "m"])
        _ = world.poll()
        world.recalled[2024] = ["bad"]
        world.withdrawn = [2024]
        try world.publish([2026: "m"])
        for _ in 1...2 {
            let report = world.poll()
            #expect(try world.served() == [2024: "e:embedded", 2026: "m:downloaded"])
            #expect(report.severity == .harmless)
            #expect(report.years[0].reason == "the publisher has withdrawn this year")
        }
        // It stays away without network too, though it is still on the disk.
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served()[2024] == "e:embedded")
        // A year that is only no longer offered stays as it is.
        world.withdrawn = []
        try world.publish([2024: "c", 2026: "m"])
        _ = world.poll()
        try world.publish([2026: "m"])
        _ = world.poll()
        #expect(try world.served()[2024] == "c:downloaded")
    }

    @Test func aRecallOfWhatIsEmbeddedShowsTheYearWithoutABundle() throws {
        let world = try World()
        world.embedded = [2018: "x", 2024: "bad"]
        world.recalled[2024] = ["bad"]
        world.withdrawn = [2024]
        try world.publish([2018: "x"])
        _ = world.poll()
        #expect(try world.served() == [2018: "x:embedded"])
        // Readers with the content inside are told; status calls it no fault, also after the report is lost.
        let bad = try World.version(2024, "bad")
        #expect(try SetIndex.read(world.state).recalled == [.of(2024): [bad]])
        #expect(world.poll().outcome == .upToDate)
        #expect(world.status().freshness == .fresh)
        try Files.remove(world.state.lastPoll)
        #expect(world.status(repository: world.site).freshness == .unknown)
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served() == [2018: "x:embedded"])
    }

    /// The named one cannot be had: what is recalled goes all the same.
    @Test func aRecallDoesNotWaitForTheDownload() throws {
        let world = try World()
        for word in ["a", "bad"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        world.recalled[2024] = ["bad"]
        try world.publish([2024: "c"])
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        #expect(world.poll().outcome == .incomplete)
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    // MARK: Waits

    @Test("A wait is drawn once and ends, also if the clock is behind", arguments: [0, 3_600])
    func aWaitIsDrawnOnceAndEnds(_ secondsBehind: Int64) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.rollout[2024] = Rollout(waves: [], holdOffSeconds: 1_000)
        world.options.random = { 0.5 }
        try world.publish([2024: "b"])
        world.now -= secondsBehind
        let noticed = world.poll()
        #expect(noticed.actions == [2024: .waiting])
        #expect(noticed.dueUnixSeconds == world.now + 500)
        // Another start draws no other moment.
        world.options.random = { 0.9 }
        world.now += 499
        #expect(world.poll().dueUnixSeconds == world.now + 1)
        world.now += 1
        #expect(world.poll().actions == [2024: .installed])
    }

    @Test func commandsWaitForAPollAndSayWhenItTakesTooLong() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let other = try Lock(world.state.lock)
        #expect(throws: AgentError.busy(world.state)) {
            try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        }
        withExtendedLifetime(other) {}
    }
}

extension World {
    /// Does what a command does and gives what it prints.
    @discardableResult
    func choose(
        isDryRun: Bool = false,
        _ decide: (SelectionPolicy) throws(ChoiceError) -> ChoiceChange
    ) throws -> [String] {
        let chosen = try poller().choose(isDryRun: isDryRun, decide).get()
        return ChoiceText(chosen: chosen, isDryRun: isDryRun).lines
    }
}

/// The messages that several tests expect.
extension ChoiceError {
    static func nothingBefore(_ year: BundleYear) -> ChoiceError {
        ChoiceError(
            "\(year): no earlier version is here to go back to; 'bundle-agent why \(year)' shows what is"
        )
    }

    static let nothingChanged = ChoiceError("no season has an earlier version here to go back to")

    static func isRecalled(_ year: BundleYear, _ version: ContentVersion) -> ChoiceError {
        ChoiceError("\(year): \(version.short) is recalled by the publisher and cannot be served")
    }

    static func noVersion(_ year: BundleYear, _ prefix: String, known: [String]) -> ChoiceError {
        var error = ChoiceError(
            "\(year): no version that begins with '\(prefix)' is here or in the repository; there is "
                + known.joined(separator: ", "))
        error.isUnknownVersion = true
        return error
    }
}

extension BundleYear {
    /// A year that a test knows to be one.
    static func of(_ number: Int) -> BundleYear {
        guard let year = BundleYear(number) else { preconditionFailure("\(number) is no year") }
        return year
    }
}
