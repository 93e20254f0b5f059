import MatchKeys
import Testing

/// What people type and paste, and what it means.
@Suite struct KeyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        /// `match KEY`, `event KEY`, or nil.
        let means: String?
        var testDescription: String { text }

        init(_ text: String, _ means: String?) { (self.text, self.means) = (text, means) }
    }

    /// One of two different keys comes before the other.
    @Test func keysHaveOneOrder() throws {
        let texts = [
            "2024aaaa_qm1", "2024aaaa_qm2", "2024aaaa_f1m1", "2024bbbb_qm1", "2025aaaa_qm1",
        ]
        let keys = try texts.map { try #require(MatchKey($0)) }
        #expect(keys.shuffled().sorted().map(\.description) == texts)
        for (at, left) in keys.enumerated() {
            for (other, right) in keys.enumerated() { #expect((left < right) == (at < other)) }
        }
    }

    static let cases = [
        Case("2024necmp_f1m1", "match 2024necmp_f1m1"),
        Case("2026casj", "event 2026casj"),
        Case("2026CASJ_QM1", "match 2026casj_qm1"),
        Case("2023cmptx_sf12m1", "match 2023cmptx_sf12m1"),
        Case("2022on305_qm6", "match 2022on305_qm6"),
        Case("2019week0_qm6", "match 2019week0_qm6"),
        Case("https://www.thebluealliance.com/match/2024necmp_f1m1", "match 2024necmp_f1m1"),
        Case("http://thebluealliance.com/match/2024necmp_f1m1/", "match 2024necmp_f1m1"),
        Case("thebluealliance.com/event/2026casj", "event 2026casj"),
        Case("www.thebluealliance.com/event/2026casj/", "event 2026casj"),
        Case("https://www.thebluealliance.com/event/2026casj?x=1#results", "event 2026casj"),
        Case("https://beta.thebluealliance.com/event/2026casj/rankings", "event 2026casj"),
        Case("HTTPS://WWW.TheBlueAlliance.com/event/2026casj", "event 2026casj"),
        Case("https://www.thebluealliance.com:443/match/2024necmp%5Ff1m1", "match 2024necmp_f1m1"),
        Case("https://www.thebluealliance.com/api/v3/match/2024necmp_f1m1", "match 2024necmp_f1m1"),
        Case("https://www.thebluealliance.com/team/254", nil),
        Case("https://www.thebluealliance.com/match/nonsense", nil),
        Case("https://www.thebluealliance.com.evil.example/match/2024necmp_f1m1", nil),
        Case("https://evil.example/www.thebluealliance.com/match/2024necmp_f1m1", nil),
        Case("https://evilthebluealliance.com/match/2024necmp_f1m1", nil),
        Case("2024", nil), Case("necmp", nil), Case("0024necmp", nil), Case("2024necmp1234", nil),
        Case("2024necmp_", nil), Case("2024necmp_qm", nil), Case("2024necmp_qm0", nil),
        Case("2024necmp_qm1m1", nil), Case("2024necmp_sf1", nil), Case("2024necmp_f10m1", nil),
        Case("2024necmp_sf123m1", nil), Case("2024necmp_qm1234", nil), Case("2024necmp_xx1", nil),
        Case("2024necmp_f1m1_f1m1", nil), Case("2024necmp/../x", nil), Case("match.json", nil),
        Case("-", nil), Case("", nil), Case("2024necmp_qm١", nil), Case("2024nécmp", nil),
        Case("2024" + String(repeating: "a", count: 1_000), nil),
    ]

    @Test(arguments: cases) func whatIsTypedMeans(_ row: Case) {
        let found: String? =
            switch Inquiry(row.text) {
            case .match(let key): "match \(key)"
            case .event(let key): "event \(key)"
            case nil: nil
            }
        #expect(found == row.means)
    }

    @Test func matchesAreInPlayOrder() {
        let keys = [
            "qm1", "qm2", "qm10", "ef1m1", "qf2m1", "qf1m2", "sf1m1", "sf2m1", "f1m1", "f1m2",
        ]
        let matches = keys.compactMap { MatchKey("2024necmp_\($0)") }
        #expect(matches.count == keys.count)
        #expect(matches.shuffled().sorted() == matches)
    }

    @Test func aPathIsReadAsItIsWritten() throws {
        let event = try #require(EventKey("2026casj"))
        let match = try #require(MatchKey("2026casj_sf5m1"))
        let all: [Resource] = [
            .match(match), .event(event), .matches(event), .insights(event),
            .events(year: 2026), .eventKeys(year: 2026), .status,
        ]
        for resource in all { #expect(Resource(path: resource.path) == resource) }
        for path in [
            "", "match", "match/2026casj", "event/2026casj/teams", "event/../x", "status/x",
        ] {
            #expect(Resource(path: path) == nil, "\(path)")
        }
    }

    @Test(arguments: [
        ("https://www.statbotics.io/match/2024necmp_f1m1", "2024necmp_f1m1"),
        ("https://www.statbotics.io/event/2024necmp#simulation", "2024necmp"),
        ("https://frc-events.firstinspires.org/2024/NECMP/qualifications/4", "2024necmp"),
        ("https://example.org/?event=2024necmp&match=2024necmp%5Fqm4", "2024necmp_qm4"),
        ("2024NECMP-qm1", "2024necmp_qm1"), ("2024necmp qm1", "2024necmp_qm1"),
        ("2024nytr\u{200B}_qm1", "2024nytr_qm1"),
        ("\u{FEFF}2024nytr\u{AD}_qm1\u{2060}", "2024nytr_qm1"),
        ("2024nytr\u{2013}qm1", "2024nytr_qm1"), ("2024nytr\u{A0}qm1", "2024nytr_qm1"),
        ("2024nytr\u{202E}", "2024nytr"), ("2024nytr\tqm1", "2024nytr_qm1"),
        ("https://example.org/2024/", nil), ("necmp", nil), ("254", nil), ("", nil),
        ("https://example.org/match/254", nil),
    ])
    func aKeyIsFoundInOtherSitesAddresses(_ text: String, _ key: String?) {
        #expect(Inquiry.inside(text)?.description == key)
    }
}
