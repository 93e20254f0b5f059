import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport

/// Several seasons are tested in one child, and none can fail or pass for another.
@Suite struct SelfTestsTogetherTests {
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
            testDescription: "all pass",
            together: "for year in 0 1 2; do echo passed $year >&3; done", passed: [0, 1, 2]),
        Case(
            testDescription: "one does not pass",
            together: "echo passed 0 >&3; echo passed 2 >&3; exit 75", passed: [0, 2]),
        Case(
            testDescription: "one does not pass, and passes alone",
            together: "echo passed 0 >&3; echo passed 2 >&3; exit 75", apart: "exit 0",
            passed: [0, 1, 2]),
        Case(
            testDescription: "one hangs", together: "echo passed 1 >&3; kill -STOP $$",
            seconds: 5, passed: [1]),
        Case(
            testDescription: "one computes without end",
            together: "echo passed 1 >&3; while :; do :; done", seconds: 5, passed: [1]),
        Case(
            testDescription: "one kills the child", together: "echo passed 1 >&3; kill -KILL $$",
            passed: [1]),
        Case(
            testDescription: "one allocates without end",
            together: "echo passed 1 >&3; exec tail /dev/zero", passed: [1]),
        Case(
            testDescription: "one prints what looks like verdicts",
            together: "echo passed 0; echo passed 1 >&2; echo passed 2 >&3; exit 75",
            passed: [2]),
        Case(
            testDescription: "the program says that content is wrong", together: "exit 2",
            apart: "exit 0", passed: [0, 1, 2]),
        Case(
            testDescription: "the program is older and knows no such option",
            together: "echo 'Error: Unknown option' >&2; exit 64", apart: "exit 0",
            passed: [0, 1, 2]),
        Case(
            testDescription: "the verdicts have a fault",
            together: "echo passed 0 >&3; echo x >&3; exit 0", passed: []),
    ]

    @Test(arguments: cases) func whatDidNotPassIsTestedAlone(_ row: Case) {
        let script =
            "if [ \"$0\" = --verdicts ]; then test \"$#\" = 4 || exit 1; \(row.together); else \(row.apart); fi"
        let test = ours(script, seconds: row.seconds)
        let failures = test.failures(
            of: (0..<3).map { (.of(2020 + $0), "/") }, isCancelled: { false })
        let failed = Set(failures.keys.map { $0.number - 2020 })
        #expect(failed == Set(0..<3).subtracting(row.passed))
        #expect(failures.values.allSatisfy { $0.family == .refused })
    }

    @Test func oneSeasonIsTestedAlone() {
        let test = ours("test \"$0\" != --verdicts", seconds: 20)
        #expect(test.failures(of: [(.of(2024), "/")], isCancelled: { false }).isEmpty)
    }

    @Test func aMachineThatStartsNothingBlamesNoSeason() {
        var test = SelfTest(command: ["/nowhere/breakdown"], timeLimit: .seconds(20))
        test.isOurProgram = true
        let failures = test.failures(
            of: (0..<3).map { (.of(2020 + $0), "/") }, isCancelled: { false })
        #expect(failures.values.map(\.family) == [.state, .state, .state])
    }

    @Test func onlyOurOwnProgramTestsSeveral() {
        let path = "/bin:/usr/bin"
        let own = SelfTest(
            .command(["breakdown", "self-test"]), timeLimit: .seconds(1), path: path)
        #expect(own?.isOurProgram == false)
        let standard = SelfTest(
            .standard, timeLimit: .seconds(1),
            path: Paths.parent(of: Program.path(of: "breakdown")))
        #expect(standard?.isOurProgram == true)
    }

    @Test func aPollThatMustEndEndsTheTests() {
        var questions = 0
        let failures = ours("kill -STOP $$", seconds: 60).failures(
            of: (0..<3).map { (.of(2020 + $0), "/") },
            isCancelled: {
                questions += 1
                return questions > 4
            })
        #expect(failures.values.map(\.family) == [.cancelled, .cancelled, .cancelled])
    }

    private func ours(_ script: String, seconds: Int) -> SelfTest {
        var test = SelfTest(command: ["/bin/sh", "-c", script], timeLimit: .seconds(seconds))
        test.isOurProgram = true
        return test
    }

    // MARK: The real program and real seasons

    @Test func theRealSeasonsPassInOneStartAndABrokenOneIsLeftOut() throws {
        let folder = try Self.compiledSeasons()
        let years = try Files.names(in: folder.path).filter { Int($0) != nil }.sorted()
        try #require(years.count > 10)
        try folder.write("{}", to: "\(years[3])/match.json")
        let folders = years.map { folder[$0] }
        let result = try Program.run(
            "/bin/sh",
            [
                "-c", "\"$0\" self-test --verdicts 3 \"$@\" 3> '\(folder["verdicts"])'",
                Program.path(of: "breakdown"),
            ]
                + folders)
        #expect(result.status == 75)
        let passed = SelfTest.passed(in: Array(try folder.read("verdicts").utf8), of: years.count)
        #expect(passed == Set(years.indices).subtracting([3]))

        // As the agent does it: with limits, and with the reason from a child of its own.
        let program = try #require(
            SelfTest(
                .standard, timeLimit: .seconds(60),
                path: Paths.parent(of: Program.path(of: "breakdown"))))
        let failures = program.failures(
            of: try years.map { (.of(try #require(Int($0))), folder[$0]) }, isCancelled: { false })
        #expect(failures.keys.map(\.description) == [years[3]])
        let sentence = failures.values.first?.description ?? ""
        #expect(sentence.hasPrefix("self-test: exit status 2: "), "\(sentence)")
    }

    @Test func theCommandLineIsChecked() throws {
        for arguments in [
            ["/", "/"], ["--verdicts", "2", "/"], ["--verdicts", "3"],
            ["--levels", "--verdicts", "3"], ["--verdicts", "x", "/"],
        ] {
            #expect(try Program.run("breakdown", ["self-test"] + arguments).status == 64)
        }
        let absent = try Program.run("breakdown", ["self-test", "--verdicts", "9", "/nowhere"])
        #expect(absent.status == 75 && absent.output == "")
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
