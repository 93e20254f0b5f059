import BundleFormat
import Files
import Foundation
import SeasonClient
import TestSupport
import Testing

@testable import BundleUpdater
@testable import UpdatePolicy

/// Several seasons are tested in one start of the program, and still each by itself.
@Suite struct SelfTestsTogetherTests {
    static let hasLandlock = ConfinedAccess.kernelLandlockVersion > 0

    // MARK: What the agent believes

    struct Report: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let output: String
        let passed: Set<Int>
    }

    static let reports: [Report] = [
        Report(testDescription: "nothing", output: "", passed: []),
        Report(
            testDescription: "all", output: "passed 1\npassed 0\npassed 2\n", passed: [0, 1, 2]),
        Report(testDescription: "some", output: "passed 2\n", passed: [2]),
        Report(
            testDescription: "a line that was cut off", output: "passed 0\npassed 1", passed: [0]),
        Report(testDescription: "a season that was not asked", output: "passed 3\n", passed: []),
        Report(testDescription: "a season twice", output: "passed 0\npassed 0\n", passed: []),
        Report(testDescription: "another number", output: "passed 00\n", passed: []),
        Report(testDescription: "a negative number", output: "passed -1\n", passed: []),
        Report(
            testDescription: "another line", output: "passed 0\nFatal error\npassed 1\n", passed: []
        ),
        Report(testDescription: "an empty line", output: "passed 0\n\npassed 1\n", passed: []),
        Report(testDescription: "no text", output: "passed \u{0}\n", passed: []),
    ]

    @Test(arguments: reports) func onlyAReportWithoutAFaultIsBelieved(_ row: Report) {
        #expect(SelfTest.passed(in: Array(row.output.utf8), of: 3) == row.passed)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the program does if it is to test all seasons.
        let together: String
        /// What it does if it is to test one.
        var apart = "exit 2"
        var seconds = 20
        /// The positions of the seasons that pass, of three.
        let passed: Set<Int>
    }

    static let cases: [Case] = [
        Case(
            testDescription: "all pass", together: "echo passed 0; echo passed 1; echo passed 2",
            passed: [0, 1, 2]),
        Case(
            testDescription: "one does not pass", together: "echo passed 0; echo passed 2; exit 75",
            passed: [0, 2]),
        Case(
            testDescription: "one does not pass, and passes alone",
            together: "echo passed 0; echo passed 2; exit 75", apart: "exit 0", passed: [0, 1, 2]),
        Case(
            testDescription: "the program hangs",
            together: "echo passed 1; kill -STOP $$", seconds: 5,
            passed: [1]),
        Case(
            testDescription: "the program is killed", together: "echo passed 1; kill -KILL $$",
            passed: [1]),
        Case(
            testDescription: "the program says that content is wrong", together: "exit 2",
            apart: "exit 0", passed: [0, 1, 2]),
        Case(
            testDescription: "the program is older and knows no such option",
            together: "echo 'Error: Unknown option' >&2; exit 64", apart: "exit 0",
            passed: [0, 1, 2]),
        Case(
            testDescription: "the report is not whole", together: "echo passed 0; echo x; exit 0",
            passed: []),
    ]

    @Test(arguments: cases) func whatDidNotPassIsTestedAlone(_ row: Case) throws {
        let script =
            "if [ \"$0\" = --at-once ]; then test \"$#\" = 4 || exit 1; \(row.together); else \(row.apart); fi"
        var test = SelfTest(command: ["/bin/sh", "-c", script], timeLimit: .seconds(row.seconds))
        test.testsSeveral = true
        let run = SelfTestRun(test, isCancelled: { false })
        for position in 0..<3 { run.add(.of(2020 + position), "/") }
        run.finish()
        let failed = Set(run.failed.keys.map { $0.number - 2020 })
        #expect(failed == Set(0..<3).subtracting(row.passed))
        #expect(run.failed.values.allSatisfy { $0.family == .refused })
    }

    @Test func oneSeasonIsTestedAlone() {
        var test = SelfTest(
            command: ["/bin/sh", "-c", "test \"$0\" != --at-once"], timeLimit: .seconds(20))
        test.testsSeveral = true
        let run = SelfTestRun(test, isCancelled: { false })
        run.add(.of(2024), "/")
        run.finish()
        #expect(run.failed.isEmpty)
    }

    @Test func onlyOurOwnProgramTestsSeveral() {
        let path = "/bin:/usr/bin"
        let own = SelfTest(
            .command(["breakdown", "self-test"]), timeLimit: .seconds(1), path: path)
        #expect(own?.testsSeveral == false)
        let standard = SelfTest(
            .standard, timeLimit: .seconds(1),
            path: Paths.parent(of: Program.path(of: "breakdown")))
        #expect(standard?.testsSeveral == true)
    }

    @Test func aPollThatMustEndEndsTheTests() throws {
        var isCancelled = false
        var test = SelfTest(
            command: ["/bin/sh", "-c", "kill -STOP $$"], timeLimit: .seconds(60))
        test.testsSeveral = true
        var questions = 0
        let run = SelfTestRun(
            test,
            isCancelled: {
                questions += 1
                isCancelled = questions > 4
                return isCancelled
            })
        for year in 2020..<2023 { run.add(.of(year), "/") }
        run.finish()
        #expect(run.failed.values.map(\.family) == [.cancelled, .cancelled, .cancelled])
    }

    // MARK: The real program and real seasons

    @Test func theRealSeasonsPassInOneStartAndABrokenOneIsLeftOut() throws {
        let folder = try Self.compiledSeasons()
        let years = try Files.names(in: folder.path).filter { Int($0) != nil }.sorted()
        try #require(years.count > 10)
        try folder.write("{}", to: "\(years[3])/match.json")
        let folders = years.map { folder[$0] }
        let result = try Program.run("breakdown", ["self-test", "--at-once", "2"] + folders)
        #expect(result.status == 75)
        let passed = SelfTest.passed(in: Array(result.output.utf8), of: years.count)
        #expect(passed == Set(years.indices).subtracting([3]))
        #expect(result.messages == "")

        // As the agent does it: confined, and with the reason from a start of its own.
        let program = try #require(
            SelfTest(
                .standard, timeLimit: .seconds(60),
                path: Paths.parent(of: Program.path(of: "breakdown"))))
        let run = SelfTestRun(program, isCancelled: { false })
        for year in years { run.add(.of(try #require(Int(year))), folder[year]) }
        run.finish()
        #expect(run.failed.keys.map(\.description) == [years[3]])
        let sentence = run.failed.values.first?.description ?? ""
        #expect(sentence.hasPrefix("self-test: exit status 2: "), "\(sentence)")
    }

    @Test func theCommandLineIsChecked() throws {
        for arguments in [
            ["/", "/"], ["--at-once", "0", "/"], ["--at-once", "2"],
            ["--levels", "--at-once", "2"],
            ["--at-once", "x", "/"],
        ] {
            #expect(try Program.run("breakdown", ["self-test"] + arguments).status == 64)
        }
        let absent = try Program.run("breakdown", ["self-test", "--at-once", "9", "/nowhere"])
        #expect(absent.status == 75 && absent.output == "" && absent.messages == "")
    }

    // MARK: A season that has taken control of its process

    /// What a hostile season tries in a process that shares its start with the other seasons' tests.
    @Test(arguments: ["descriptors", "signal", "look", "survive"])
    func itReachesNeitherTheReportNorTheOtherTests(_ attempt: String) throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "season/manifest.json")
        let problem = try inChild(attempt, "-", folder, access: [folder["season"]])
        #expect(problem == nil)
    }

    @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
    func itReadsNoOtherSeasonThatIsTestedInTheSameStart() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "season/manifest.json")
        try folder.write("{}", to: "other-season/manifest.json")
        let access = [folder["season"], folder["other-season"]]
        for path in ["other-season", "other-season/manifest.json"] {
            #expect(try inChild("read", folder[path], folder, access: access) == nil, "\(path)")
        }
        // Without this the attempts would prove nothing.
        let own = try inChild("read", folder["season/manifest.json"], folder, access: access)
        #expect(own == "exit status 2")
        #expect(try inChild("read", "/proc/self/maps", folder, access: access) == nil)
    }

    /// Runs an attempt in a child of a confined process.
    ///
    /// - Returns: nil if it was denied, else how the child ended.
    private func inChild(
        _ attempt: String, _ argument: String, _ folder: TemporaryDirectory, access: [String]
    ) throws -> String? {
        let command = [try HostileSelfTest.path, "child", attempt, argument]
        let process = try ConfinedProcess(
            command + [folder["season"]], access: ConfinedAccess(command, folders: access),
            limits: ConfinedLimits(time: .seconds(60)))
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: false)
        }
        guard case .exited(let status, let output)? = process.end else {
            return "\(String(describing: process.end))"
        }
        // The child has no way to print; so this is the word of the parent.
        #expect(String(decoding: output, as: UTF8.self) == "the child has ended\n")
        return status == 0 ? nil : "exit status \(status)"
    }

    private static func compiledSeasons() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let result = try Program.run(
            "bundle-publish",
            ["build", "--bundles", Checkout.path("bundles"), "--output", folder.path])
        try #require(result.status == 0, "\(result.messages)")
        return folder
    }
}
