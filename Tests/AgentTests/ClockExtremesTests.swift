import BundleFormat
@testable import BundleUpdater
import Files
import Glibc
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Clocks that were set to any moment that a system can be set to.
@Suite struct ClockExtremesTests {
    static let moments: [Int] = [
        .min, -62_135_596_801, -1, 0, 9_223_372_036, 9_223_372_037, 10_413_792_000,
        253_402_300_800, .max,
    ]

    @Test("A clock at the end of time or before 1970 does not trap", arguments: moments)
    func everyMomentIsHeldToWhatCanBeReckonedWith(_ seconds: Int) {
        let held = SystemClock.seconds(of: Int64(seconds))
        #expect(-62_135_596_800...253_402_300_799 ~= held)
        // As the service and the doctor do.
        #expect(held + 86_400 * 366 > held && !StoredTime.isAhead(held, nowUnixSeconds: held))
        #expect(TimeSpan.words(seconds: Int64(seconds)).isEmpty == false)
        #expect(
            StoredTime.isAhead(.max, nowUnixSeconds: .min)
                && !StoredTime.isAhead(.min, nowUnixSeconds: .max))
    }

    @Test("A clock that was behind for a while leaves no wrong time")
    func theTimeOfASwitchIsTrueOrUnknown() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.now -= 30 * 86_400
        _ = world.poll()
        world.now += 31 * 86_400
        let sets = try Files.names(in: world.state.sets)
        _ = world.poll()
        #expect(try Files.names(in: world.state.sets) == sets)
        let status = world.status()
        #expect(status.years[0].entry?.sinceUnixSeconds == nil)
    }

    @Test(
        "A wrong clock shows in status, and after a choice", .needs(programs: "faketime"),
        arguments: [
            ("2020-01-01 00:00:00", "which is in the future"),
            ("2028-01-01 00:00:00", "what is trusted expired at"),
        ])
    func aWrongClockIsNamed(_ moment: String, _ sign: String) throws {
        let world = try World(now: SystemClock.unixSeconds())
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        try world.folder.write(String(decoding: world.root.bytes, as: UTF8.self), to: "root.json")
        func run(_ words: String...) throws -> Program.Result {
            try Program.run(
                "/usr/bin/faketime",
                [moment, Program.path(of: "bundle-agent")] + words + [
                    "--config", "none", "--state", world.state.path, "--repository", world.site,
                    "--root", world.folder["root.json"],
                ])
        }
        let status = try run("status").output.split(separator: "\n")
        let line = try #require(status.first { $0.hasPrefix("clock ") }, "\(status)")
        #expect(line.contains("it says \(moment.prefix(10))T"), "\(line)")
        #expect(line.contains(sign) && line.contains("set the clock"), "\(line)")
        let chosen = try run("rollback", "2024")
        #expect(chosen.status == 0)
        #expect(chosen.messages.hasPrefix("bundle-agent: clock: it says "), "\(chosen.messages)")
        #expect(world.status().clockProblem == nil)
    }

    @Test(
        "The programs bear a clock after 2262 and one before 1970",
        .needs(programs: "faketime"),
        arguments: ["2300-01-01 00:00:00", "9999-12-31 23:59:59", "1960-01-01 00:00:00"])
    func programs(_ moment: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.folder.write(String(decoding: world.root.bytes, as: UTF8.self), to: "root.json")
        let flags = [
            "--config", "none", "--state", world.state.path, "--repository", world.site, "--root",
            world.folder["root.json"],
        ]
        let commands: [[String]] = [
            ["bundle-agent", "poll"] + flags, ["bundle-agent", "poll"] + flags,
            ["bundle-agent", "status"] + flags, ["bundle-agent", "doctor"] + flags,
            ["bundle-agent", "why"] + flags, ["bundle-agent", "history"] + flags,
            ["bundle-agent", "hold"] + flags, ["breakdown", "--list"],
            ["bundle-publish", "status", world.site], ["bundle-publish", "verify", world.site],
        ]
        for command in commands {
            let result = try Program.run(
                "/usr/bin/faketime", [moment, Program.path(of: command[0])] + command.dropFirst())
            #expect(result.status < 124, "\(command): \(result.messages.prefix(2_000))")
        }
    }
}
