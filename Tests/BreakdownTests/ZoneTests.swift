import BreakdownRenderer
import CEL
import CELStandard
import Files
import Foundation
import JSON
import TestSupport
import Testing

@testable import breakdown

/// Local times come from the machine's zone data, and from the program's table where there is none.
@Suite struct ZoneTests {
    /// A file of zone data with these changes: seconds since 1970, and seconds ahead of UTC.
    private static func file(
        _ changes: [(second: Int64, offset: Int32)], rule: String, version: String = "2"
    ) -> [UInt8] {
        func number(_ value: Int64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func block(_ changes: [(second: Int64, offset: Int32)], _ timeBytes: Int) -> [UInt8] {
            var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, 0, changes.count, max(1, changes.count), 4] {
                bytes += number(Int64(count), 4)
            }
            for change in changes { bytes += number(change.second, timeBytes) }
            for at in changes.indices { bytes.append(UInt8(at)) }
            for change in changes { bytes += number(Int64(change.offset), 4) + [0, 0] }
            if changes.isEmpty { bytes += [0, 0, 0, 0, 0, 0] }
            return bytes + Array("UTC\0".utf8)
        }
        guard version >= "2" else { return block(changes, 4) }
        return block([], 4) + block(changes, 8) + Array("\n\(rule)\n".utf8)
    }

    struct Case: CustomTestStringConvertible {
        let rule: String
        let table: String?
        var testDescription: String { rule }
    }

    @Test(arguments: [
        Case(rule: "EST5EDT,M3.2.0,M11.1.0", table: "-300 -240 3.2.0/120 11.1.0/120"),
        Case(rule: "<-03>3", table: "-180"), Case(rule: "<+0330>-3:30", table: "210"),
        Case(rule: "IST-2IDT,M3.4.4/26,M10.5.0", table: "120 180 3.4.4/1560 10.5.0/120"),
        Case(rule: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", table: "-120 -60 3.5.0/-60 10.5.0/0"),
        Case(rule: "ACST-9:30ACDT,M10.1.0,M4.1.0/3", table: "570 630 10.1.0/120 4.1.0/180"),
        Case(rule: "CET-1CEST-2,M3.5.0,M10.5.0/3:00:00", table: "60 120 3.5.0/120 10.5.0/180"),
        Case(rule: "LMT0:00:07", table: nil), Case(rule: "EST5EDT,J60,J300", table: nil),
        Case(rule: "", table: nil), Case(rule: "EST", table: nil),
        Case(rule: "EST5EDT,M3.2.0", table: nil), Case(rule: "E5", table: nil),
    ])
    func rulesBecomeTheTablesForm(_ test: Case) throws {
        #expect(ZoneRule.table(Array(test.rule.utf8)[...]) == test.table)
    }

    /// As Mexico's: summer time ended for ever in October 2022.
    private let changes: [(second: Int64, offset: Int32)] = [
        (1_649_000_000, -18_000), (1_667_100_000, -21_600),
    ]

    @Test(arguments: ["2", "3", "4"])
    func aRuleThatEndedHoldsForItsTime(_ version: String) throws {
        let folder = try TemporaryDirectory()
        try Files.createDirectoriesWithoutSync(folder["zones/America"])
        try Files.replaceFileWithoutSync(
            at: folder["zones/America/Monterrey"],
            with: Self.file(changes, rule: "CST6", version: version))
        var zone = EventZone("America/Monterrey")
        let variable = { (name: String) in name == "TZDIR" ? folder["zones"] : nil }
        zone.history = SystemZones.history(of: zone.name, variable)
        #expect(zone.time(atSeconds: 1_655_265_600)?.hour == 23)
        #expect(zone.time(atSeconds: 1_655_265_600)?.day == 14)
        #expect(zone.time(atSeconds: 1_700_000_000)?.hour == 16)
        // Before the first change only the table could know; without data it is not guessed.
        #expect(zone.time(atSeconds: 1_500_000_000) == nil)
        #expect(EventZone("America/Monterrey").time(atSeconds: 1_655_265_600) == nil)
    }

    @Test func aFileOfTheFirstVersionIsRead() throws {
        let history = try #require(ZoneFile(Self.file(changes, rule: "", version: "\0")).history)
        var zone = EventZone("Mars/Olympus")
        zone.history = history
        #expect(zone.time(atSeconds: 1_655_265_600)?.hour == 23)
        #expect(zone.time(atSeconds: 1_700_000_000) == nil)
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Almaty"),
            "no zone data on this machine"),
        arguments: [
            ("America/Mexico_City", 1_561_000_000 as Int64, "19 Jun 2019, 22:06"),
            ("America/Sao_Paulo", 1_520_000_000, "2 Mar 2018, 11:13"),
            ("America/Sao_Paulo", 1_515_000_000, "3 Jan 2018, 15:20"),
            ("Asia/Almaty", 1_561_000_000, "20 Jun 2019, 9:06"),
            ("Asia/Almaty", 1_735_000_000, "24 Dec 2024, 5:26"),
            ("America/New_York", 1_712_340_600, "5 Apr 2024, 14:10"),
        ])
    func pastMatchesStandAtTheirDay(_ zone: String, _ second: Int64, _ text: String) throws {
        let match = #"""
            {"key":"2018mxmo","event_code":"x","name":"E","timezone":"\#(zone)"}
            {"key":"2018mxmo_qm1","alliances":{},"actual_time":\#(second)}
            """#
        let result = try Program.run("breakdown", [], input: match)
        #expect(result.output.contains(text), "\(result.output)")
    }

    @Test(arguments: ["../../etc/passwd", "/etc/passwd", "", ".", "A//B", "a\u{0}b", "A/../B", "é"])
    func noNameLeadsOutOfTheFolder(_ name: String) throws {
        let folder = try TemporaryDirectory()
        let variable = { (asked: String) in asked == "TZDIR" ? folder["zones/deep"] : nil }
        try Files.createDirectoriesWithoutSync(folder["zones/deep"])
        try Files.replaceFileWithoutSync(
            at: folder["zones/B"], with: Self.file(changes, rule: "CST6"))
        #expect(SystemZones.history(of: name, variable) == nil)
    }

    @Test func noDamagedFileIsBelievedOrCrashes() {
        let whole = Self.file(changes, rule: "EST5EDT,M3.2.0,M11.1.0")
        #expect(ZoneFile(whole).history != nil)
        for count in 0..<(whole.count - 24) {
            #expect(ZoneFile(Array(whole[..<count])).history == nil)
        }
        for at in whole.indices {
            for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = whole
                damaged[at] = byte
                var zone = EventZone("Mars/Olympus")
                zone.history = ZoneFile(damaged).history
                _ = zone.time(atSeconds: 1_700_000_000)
                _ = zone.time(atSeconds: 1_655_265_600)
            }
        }
    }
}
