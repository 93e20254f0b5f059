import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import Platform
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// The test of a bundle before it is served, by real processes that pass, fail, hang, crash and misbehave.
@Suite struct SelfTestTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Run by sh, with the bundle's folder as `$0`.
        let script: String
        var seconds = 20
        /// The reason's beginning; nil where the bundle passes.
        let failure: String?
        var family = Trouble.refused
    }

    static let cases: [Case] = [
        Case(testDescription: "passes", script: "exit 0", failure: nil),
        Case(
            testDescription: "sees the bundle", script: "grep -q word \"$0/samples/a.txt\"",
            failure: nil),
        Case(
            testDescription: "fails with a reason", script: "echo row 3 is wrong >&2; exit 2",
            failure: "self-test: exit status 2: row 3 is wrong"),
        Case(
            testDescription: "fails silently", script: "exit 2", failure: "self-test: exit status 2"
        ),
        Case(
            testDescription: "crashes", script: "kill -SEGV $$",
            failure: "self-test undecided: ended by signal 11; the next poll", family: .state),
        Case(
            testDescription: "traps", script: "kill -ILL $$",
            failure: "self-test undecided: ended by signal 4; the next poll", family: .state),
        Case(
            testDescription: "finds no bundle", script: "exit 1",
            failure: "self-test undecided: exit status 1; the next poll", family: .state),
        Case(
            testDescription: "does not understand its arguments", script: "exit 64",
            failure: "self-test undecided: exit status 64; the next poll", family: .state),
        Case(
            testDescription: "cannot read", script: "echo input/output error; exit 75",
            failure: "self-test undecided: exit status 75: input/output error; the next poll",
            family: .state),
        Case(
            testDescription: "does not start", script: "exec /nowhere/breakdown",
            failure: "self-test undecided: exit status 127: ", family: .state),
        Case(
            testDescription: "is ended for want of memory", script: "kill -KILL $$",
            failure: "self-test undecided: ended by signal 9; the next poll", family: .state),
        Case(
            testDescription: "hangs", script: "kill -STOP $$", seconds: 1,
            failure: "self-test undecided: no end within 1 seconds", family: .state),
        Case(
            testDescription: "hangs without output open", script: "exec >&- 2>&-; kill -STOP $$",
            seconds: 1, failure: "self-test undecided: no end within 1 seconds", family: .state),
        Case(
            testDescription: "prints megabytes and passes",
            script: "head -c 20000000 /dev/zero", failure: nil),
        Case(
            testDescription: "prints megabytes and fails",
            script: "echo first; head -c 5000000 /dev/zero; exit 2",
            failure: "self-test: exit status 2: first"),
        Case(
            testDescription: "prints without end", script: "exec cat /dev/zero", seconds: 1,
            failure: "self-test undecided: no end within 1 seconds", family: .state),
        Case(
            testDescription: "drives the terminal", script: "printf 'a\\033[2Jx'; exit 2",
            failure: #"self-test: exit status 2: a\u{1b}[2Jx"#),
        Case(
            testDescription: "asks for input", script: "if read line; then exit 1; fi",
            failure: nil),
        Case(
            testDescription: "has next to no environment", script: "test \"$(env | wc -l)\" -le 6",
            failure: nil),
        Case(
            testDescription: "writes into the bundle", script: "echo evil >> \"$0/samples/a.txt\"",
            failure: "self-test undecided: ended by signal 25; the next poll", family: .state),
        Case(
            testDescription: "allocates without end", script: "exec tail /dev/zero",
            failure: "self-test undecided: exit status 1", family: .state),
        Case(
            testDescription: "computes without end", script: "while :; do :; done", seconds: 1,
            failure: "self-test undecided: no end within 1 seconds", family: .state),
        Case(testDescription: "throws output away", script: "echo x > /dev/null", failure: nil),
        Case(
            testDescription: "has little of everything",
            script:
                "test $(ulimit -v) = 98304 -a $(ulimit -f) = 0 -a $(ulimit -n) -le 64 -a $(ulimit -c) = 0 -a $(ulimit -t) = 21",
            failure: nil),
    ]

    @Test func aProgramThatIsNotThereIsSaidBeforeThePoll() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        world.options.selfTest = SelfTest(command: ["/nowhere/test"], timeLimit: .seconds(5))
        for _ in 1...2 {
            let expected = try world.poller().preview()
            let report = world.poll()
            #expect(expected.severity == .failed && report.severity == .failed, "\(report)")
            world.now += 60
        }
        #expect(try world.served() == [2024: "e:embedded"])
        let obstacle = try world.poller().preview().obstacle
        #expect(obstacle?.description.contains("cannot run the self-test /nowhere/test") ?? true)
    }

    @Test(arguments: cases) func verdicts(_ row: Case) throws {
        let folder = try TemporaryDirectory()
        try folder.write("word", to: "samples/a.txt")
        let test = SelfTest(
            command: ["/bin/sh", "-c", row.script], timeLimit: .seconds(row.seconds))
        let error: AgentError?
        do throws(AgentError) {
            try test.run(folder.path, isCancelled: { false })
            error = nil
        } catch let failure {
            error = failure
        }
        #expect(
            row.failure.map { error?.description.hasPrefix($0) == true } ?? (error == nil),
            "\(error?.description ?? "passed")")
        if row.failure != nil { #expect(error?.family == row.family) }
        #expect(try folder.read("samples/a.txt") == "word")
    }

    @Test func itGetsNoDescriptorOfTheAgent() throws {
        // As libcurl opens its connections: not closed by exec.
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let high = fcntl(connection, F_DUPFD, 900)
        defer { for descriptor in [connection, high] { close(descriptor) } }
        let test = SelfTest(
            command: ["/bin/sh", "-c", "test ! -e /proc/$$/fd/\(high)"], timeLimit: .seconds(20))
        try test.run("/", isCancelled: { false })
    }

    @Test func onlyExitStatus2BlamesTheContent() {
        let test = SelfTest(command: ["/bin/true"], timeLimit: .seconds(1))
        func family(_ end: ChildProcess.End) -> Trouble? {
            do throws(AgentError) {
                try test.requirePass(end, [])
                return nil
            } catch {
                return error.family
            }
        }
        for status in 0...255 as ClosedRange<Int32> {
            let expected: Trouble? =
                switch status {
                case 0: nil
                case 2: .refused
                default: .state
                }
            #expect(family(.exited(status)) == expected, "\(status)")
        }
        for signal in 1...64 as ClosedRange<Int32> {
            #expect(family(.killed(signal: signal)) == .state, "\(signal)")
        }
        #expect(family(.timedOut) == .state)
    }

    /// A disk that fails, or a program that writes there while the test runs.
    @Test(arguments: ["samples/a.txt", BundleFile.manifest])
    func aFileThatHasChangedSinceItWasVerifiedBlamesTheMachine(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        world.options.selfTest = SelfTest(
            command: [
                "/bin/sh", "-c", "until grep -q changed \"$0/\(name)\"; do :; done; exit 2",
            ], timeLimit: .seconds(20))
        let downloads = world.state.downloads
        world.options.isCancelled = {
            for folder in (try? Files.names(in: downloads)) ?? [] {
                let path = "\(downloads)/\(folder)/\(name)"
                guard (try? Files.kind(path)) == .file else { continue }
                try? Files.replaceFileAndSync(at: path, with: Array("changed".utf8))
            }
            return false
        }
        let year = try #require(world.poll().years.first)
        #expect(year.reason.contains("have changed on the disk"), "\(year.reason)")
        #expect(year.family == .state)
        #expect(Memory(world.state, .standard).trials == Trials())
        // The next poll fetches it anew.
        world.options.isCancelled = { false }
        world.options.selfTest = SelfTest(command: ["/bin/true"], timeLimit: .seconds(20))
        _ = world.poll()
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test(.needs(programs: "pgrep")) func whatItStartedEndsWithIt() throws {
        let folder = try TemporaryDirectory()
        // Two children that would live on, one of them in the background of an ended parent.
        let test = SelfTest(
            command: [
                "/bin/sh", "-c",
                "for child in 1 2; do sh -c 'kill -STOP $$' marker-of-61 & done; echo $0",
            ], timeLimit: .seconds(20))
        try test.run(folder.path, isCancelled: { false })
        let processes = try Program.run("/bin/sh", ["-c", "pgrep -f 'marker-of-6[1]' | wc -l"])
        #expect(processes.output == "0\n")
    }

    @Test(.needs(programs: "pgrep")) func itEndsWithAnAgentThatIsKilled() throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
        let marker = "marker-\(UUID().uuidString)"
        try world.folder.write("kill -STOP $$", to: marker)
        let agent = Program.make(
            "bundle-agent",
            [
                "poll", "--repository", world.site, "--root", world.folder["root.json"],
                "--state", world.state.path, "--self-test", "/bin/sh \(world.folder[marker])",
            ])
        try agent.run()
        func isThere() throws -> Bool {
            try Program.run("/bin/sh", ["-c", "pgrep -f \"^/bin/sh /.*$0\"", marker]).output != ""
        }
        #expect(try wait { try isThere() || !agent.isRunning } && agent.isRunning)
        kill(agent.processIdentifier, SIGKILL)
        agent.waitUntilExit()
        #expect(try wait { try !isThere() })
    }

    @Test func askedToEndItEndsAtOnce() throws {
        let test = SelfTest(command: ["/bin/sh", "-c", "kill -STOP $$"], timeLimit: .seconds(60))
        var questions = 0
        let error = #expect(throws: AgentError.self) {
            try test.run(
                "/",
                isCancelled: {
                    questions += 1
                    return questions == 4
                })
        }
        // It is not asked again, nor does the time limit end it.
        #expect(error?.family == .cancelled && questions == 4)
    }

    @Test func aProgramThatIsNotThereIsNoFaultOfTheBundle() throws {
        let test = SelfTest(command: ["/nowhere/breakdown"], timeLimit: .seconds(1))
        let error = #expect(throws: AgentError.self) {
            try test.run("/", isCancelled: { false })
        }
        #expect(error?.family == .state)
        #expect(
            error?.description
                == "cannot run the self-test /nowhere/breakdown: No such file or directory; install it, or configure self-test = none"
        )
    }

    // MARK: In a poll

    @Test func aYearThatFailsIsHeldBackAloneAndNotTriedUntilItsTime() throws {
        let world = try testing(
            "grep -q bad \"$0/samples/a.txt\" && echo no good && exit 2; exit 0")
        world.embedded = [2018: "e"]
        try world.publish([2018: "x", 2024: "a"])
        #expect(world.poll().outcome == .updated)
        try world.publish([2018: "bad", 2024: "b"])
        let report = world.poll()
        #expect(report.outcome == .incomplete)
        #expect(report.years.map(\.family) == [.refused, nil])
        #expect(report.years[0].reason == "self-test: exit status 2: no good")
        #expect(try world.served() == [2018: "x:downloaded", 2024: "b:downloaded"])

        // Neither fetched nor tested again before its time.
        for zip in try world.zips(2018) { try Files.remove("\(world.site)/\(zip)") }
        world.now += 60
        let waiting = world.poll()
        #expect(waiting.years[0].action == .heldBack)
        #expect(waiting.years[0].reason.contains("failed once: self-test: exit status 2: no good"))
        #expect(waiting.years[0].againUnixSeconds == world.now - 60 + Trial.firstSeconds)

        // Tried again from the disk, and the delay grows.
        world.now += Trial.firstSeconds
        #expect(world.poll().years[0].reason.contains("failed 2 times"))
        let memory = Memory(world.state, .standard)
        #expect(memory.trials.failures.values.map(\.count) == [2])

        // A newer one is tried at once.
        try world.publish([2018: "better", 2024: "b"])
        #expect(world.poll().actions == [2018: .installed, 2024: .kept])
    }

    @Test func aMachineThatCannotTestHoldsNothingAgainstABundle() throws {
        let world = try testing("grep -q b \"$0/samples/a.txt\" && exit 75; exit 0")
        try world.publish([2024: "a"])
        #expect(world.poll().outcome == .updated)
        try world.publish([2024: "b"])
        let report = world.poll()
        #expect(report.years.map(\.family) == [.state])
        #expect(try world.served() == [2024: "a:downloaded"])
        #expect(Memory(world.state, .standard).trials.failures.isEmpty)

        // The machine is well again: the very next poll takes it, from the disk.
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        world.now += 1
        world.options.selfTest = SelfTest(command: ["/bin/true"], timeLimit: .seconds(20))
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func anOutOfMemoryKillIsTheMachinesFaultAndThePausesGrow() throws {
        let world = try testing("grep -q b \"$0/samples/a.txt\" && kill -KILL $$; exit 0")
        try world.publish([2024: "a"])
        #expect(world.poll().outcome == .updated)
        try world.publish([2024: "b"])
        #expect(world.poll().years.map(\.family) == [.state])
        func tries() -> [Int] {
            Memory(world.state, .standard).trials.interruptions.values.map(\.count)
        }

        // The next poll tries again, from the disk; then the pauses double.
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        for (tried, pause) in [1, 900, 1_800, 3_600].enumerated() {
            world.now += Int64(pause) - 1
            if pause > 1 {
                let waiting = world.poll().years[0]
                #expect(waiting.family == .state && waiting.reason.contains("could not test it"))
                #expect(waiting.againUnixSeconds == world.now + 1)
                #expect(tries() == [tried + 1])
            }
            world.now += 1
            let year = world.poll().years[0]
            #expect(year.family == .state && year.reason.contains("ended by signal 9"))
            #expect(tries() == [tried + 2])
        }
        #expect(Memory(world.state, .standard).trials.failures.isEmpty)
        #expect(try world.served() == [2024: "a:downloaded"])

        // A program that needs less is asked at once.
        world.options.selfTest = SelfTest(command: ["/bin/true"], timeLimit: .seconds(20))
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func theUnfinishedDownloadOfAYearThatThisMachineCouldNotTestStays() throws {
        let world = try testing("grep -q b \"$0/samples/a.txt\" && kill -KILL $$; exit 0")
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.publish([2024: "b"])
        for _ in 0..<2 { _ = world.poll() }
        let bundle = try World.bundle(2024, "b")
        try Files.removeTree(world.state.bundle(bundle.year, bundle.version))
        try Files.remove("\(world.state.zips)/\(bundle.version.hex).zip")
        let zip = ContentHasher.hex(of: try bundle.zipped())
        let partial = "\(world.state.downloads)/\(zip).partial"
        try Files.replaceFileAndSync(at: partial, with: [1])
        let year = world.poll().years[0]
        #expect(year.reason.contains("could not test it"), "\(year.reason)")
        #expect(try Files.lengthBytes(partial) == 1)
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test(arguments: [(1, 0), (2, 900), (3, 1_800), (8, 57_600), (9, 86_400), (99, 86_400)])
    func pausesOfAMachineGrowToADay(_ interruptions: Int, _ seconds: Int64) {
        #expect(Trial.seconds(interruptions: interruptions) == seconds)
    }

    @Test func aTestThatHangsHoldsBackItsOwnYearAlone() throws {
        let world = try testing(
            "grep -q bad \"$0/samples/a.txt\" && kill -STOP $$; exit 0", seconds: 5)
        world.options.firstPoll = FirstPollDeadline(limit: .seconds(60))
        world.embedded = [2016: "e"]
        try world.publish([2015: "a", 2016: "bad", 2018: "b", 2019: "c"])
        let report = world.poll()
        #expect(report.years.map(\.family) == [nil, .state, nil, nil])
        #expect(report.years[1].reason.hasPrefix("self-test undecided: no end within 5 seconds"))
        #expect(
            try world.served() == [
                2015: "a:downloaded", 2016: "e:embedded", 2018: "b:downloaded",
                2019: "c:downloaded",
            ])
    }

    @Test func anotherTesterIsAskedAtOnce() throws {
        let world = try testing("exit 2")
        try world.publish([2024: "a"])
        #expect(world.poll().outcome == .incomplete)
        world.options.selfTest = SelfTest(command: ["/bin/true"], timeLimit: .seconds(20))
        #expect(world.poll().outcome == .updated)
    }

    @Test func whatIsInsideTheProgramIsNotTested() throws {
        let world = try testing("exit 1")
        world.embedded = [2024: "e"]
        try world.publish([2024: "e"])
        #expect(world.poll().outcome == .upToDate)
        #expect(try world.served() == [2024: "e:embedded"])
    }

    @Test func aRefusedZipIsNotFetchedAtEveryPoll() throws {
        let world = try World()
        let signed = try World.version(2024, "other")
        world.editTargets = { targets in
            targets = targets.map { target in
                TargetFile(
                    path: target.path, lengthBytes: target.lengthBytes, hashes: target.hashes,
                    custom: BundleYear(2024).map {
                        TargetCustom(year: $0, version: signed, published: "2026-11-21T00:00:00Z")
                            .json
                    })
            }
        }
        try world.publish([2024: "b"])
        #expect(world.poll().years.map(\.family) == [.refused])
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        world.now += 60
        #expect(world.poll().years.map(\.family) == [.refused])
        world.now += Trial.firstSeconds
        #expect(world.poll().years.map(\.family) == [.refused])
        // Tried again, from what was kept of it.
        #expect(Memory(world.state, .standard).trials.failures.values.map(\.count) == [2])
    }

    @Test(arguments: [
        (1, 900), (2, 1_800), (3, 3_600), (11, 921_600), (12, 1_209_600), (99, 1_209_600),
    ])
    func delaysGrowToTwoWeeks(_ failures: Int, _ seconds: Int64) {
        #expect(Trial.seconds(failures: failures) == seconds)
    }

    private func testing(_ script: String, seconds: Int = 20) throws -> World {
        let world = try World()
        world.options.selfTest = SelfTest(
            command: ["/bin/sh", "-c", script], timeLimit: .seconds(seconds))
        return world
    }
}

extension SelfTest {
    /// Runs it on one bundle, to its end.
    fileprivate func run(_ folder: String, isCancelled: @escaping () -> Bool) throws(AgentError) {
        let failures = failures(of: [(.of(2024), folder)], isCancelled: isCancelled)
        if let error = failures[.of(2024)] { throw error }
    }
}
