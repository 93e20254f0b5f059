import BundleFormat
import JSON
import Testing

/// What an agent serves, and what signed metadata says of a bundle.
@Suite struct SetIndexTests {
    private static let hash = String(repeating: "ab", count: 32)

    private func index() throws -> SetIndex {
        let version = try #require(ContentVersion(Self.hash))
        return SetIndex(entries: [
            try #require(BundleYear(2026)): .init(
                version: version, origin: .downloaded, sinceUnixSeconds: 1_772_000_000),
            try #require(BundleYear(2018)): .init(
                version: version, origin: .embedded, sinceUnixSeconds: 0),
        ])
    }

    @Test func readsWhatItWrites() throws {
        let index = try index()
        #expect(try SetIndex.decode(index.encoded()) == index)
        #expect(index.years.map(\.number) == [2018, 2026])
        #expect(try SetIndex.decode(SetIndex().encoded()) == SetIndex())
    }

    @Test func sameIndexSameBytes() throws {
        let expected = """
            {
              "bundles": {
                "2018": {
                  "version": "\(Self.hash)",
                  "origin": "embedded",
                  "since": 0
                },
                "2026": {
                  "version": "\(Self.hash)",
                  "origin": "downloaded",
                  "since": 1772000000
                }
              }
            }

            """
        #expect(try String(decoding: index().encoded(), as: UTF8.self) == expected)
    }

    @Test func aSetThatNoAgentMadeHasNoTime() throws {
        let text = #"{"bundles":{"2018":{"version":"\#(Self.hash)","origin":"folder"}}}"#
        let index = try SetIndex.decode(Array(text.utf8))
        #expect(index.entries.values.map(\.sinceUnixSeconds) == [nil])
        #expect(!String(decoding: index.encoded(), as: UTF8.self).contains("since"))
        #expect(try SetIndex.decode(index.encoded()) == index)
    }

    @Test func leavesAloneWhatANewerAgentWrote() throws {
        let text =
            #"{"new":1,"bundles":{"2018":{"version":"\#(Self.hash)","origin":"folder","since":5,"x":[]}}}"#
        let index = try SetIndex.decode(Array(text.utf8))
        #expect(index.entries.values.map(\.origin) == [.folder])
    }

    @Test(arguments: [
        (#"{}"#, "set.json: bundles: expected a value, found none"),
        (
            #"{"bundles":{"18":{}}}"#,
            "set.json: bundles.18: expected a year from 1992 to 2999 as the key"
        ),
        (
            #"{"bundles":{"2018":{"version":"x"}}}"#,
            #"set.json: bundles.2018.version: expected 64 lower-case hex digits, found "x""#
        ),
        (
            #"{"bundles":{"2018":{"version":"HASH","origin":"web"}}}"#,
            #"set.json: bundles.2018.origin: expected embedded, downloaded or folder, found "web""#
        ),
        (
            #"{"bundles":{"2018":{"version":"HASH","origin":"folder","since":1.5}}}"#,
            "set.json: bundles.2018.since: expected an integer of 64 bits, found 1.5"
        ),
        ("{", "set.json: line 1, column 2: expected a key in quotes, found the end of the text"),
    ]) func refuses(_ text: String, _ message: String) {
        let bytes = Array(text.replacing("HASH", with: Self.hash).utf8)
        let error = #expect(throws: BundleFormatError.self) { try SetIndex.decode(bytes) }
        #expect(error?.description == message)
    }

    @Test func customReadsWhatItWrites() throws {
        let custom = TargetCustom(
            year: try #require(BundleYear(2024)), version: try #require(ContentVersion(Self.hash)),
            published: "2026-03-01T12:00:00Z")
        #expect(
            custom.json.text()
                == #"{"format":1,"published":"2026-03-01T12:00:00Z","version":"\#(Self.hash)","year":2024}"#
        )
        #expect(try TargetCustom(JSONCursor(custom.json)) == custom)
        var newer = try #require(custom.json.objectValue)
        newer["later"] = [1, 2]
        #expect(try TargetCustom(JSONCursor(.object(newer))) == custom)
    }

    @Test func customKeepsTheRollout() throws {
        let version = try #require(ContentVersion(Self.hash))
        let rollout = try #require(
            Rollout(
                waves: [
                    .init(percent: 10, afterSeconds: 0), .init(percent: 100, afterSeconds: 7_200),
                ],
                holdOffSeconds: 600))
        let custom = TargetCustom(
            year: try #require(BundleYear(2024)), version: version,
            published: "2026-03-01T12:00:00Z", rollout: rollout)
        let read = try TargetCustom(JSONCursor(custom.json))
        #expect(read == custom)
        #expect(
            [-1, 0, 7_199, 7_200].map { rollout.percent(secondsSincePublished: $0) }
                == [0, 10, 10, 100])
    }

    @Test(
        arguments: [
            (["year": 24], "custom: year: expected a year from 1992 to 2999, found 24"),
            (["version": "x"], #"custom: version: expected 64 lower-case hex digits, found "x""#),
            (["format": 0], "custom: format: expected an integer from 1 to 999, found 0"),
            (
                ["published": "yesterday"],
                #"custom: published: expected a time as 2026-03-01T12:00:00Z, found "yesterday""#
            ),
            (
                ["published": "2026-03-01T12:00:00é"],
                #"custom: published: expected a time as 2026-03-01T12:00:00Z, found "2026-03-01T12:00:00é""#
            ),
            (
                ["rollout": ["holdOffSeconds": -1]],
                "custom: rollout.holdOffSeconds: expected an integer from 0 to 86400, found -1"
            ),
            (
                ["rollout": ["waves": [["percent": 101, "afterSeconds": 0]]]],
                "custom: rollout.waves[0].percent: expected an integer from 1 to 100, found 101"
            ),
            (
                [
                    "rollout": [
                        "waves": [
                            ["percent": 50, "afterSeconds": 60],
                            ["percent": 50, "afterSeconds": 90],
                        ]
                    ]
                ],
                "custom: rollout: expected at most 32 waves, each later and greater, found an object"
            ),
        ] as [(JSON, String)]) func customRefuses(_ change: JSON, _ message: String) throws
    {
        var members = JSONObject()
        members["year"] = 2024
        members["version"] = .string(Self.hash)
        members["format"] = 1
        members["published"] = "2026-03-01T12:00:00Z"
        for member in change.objectValue?.members ?? [] { members[member.key] = member.value }
        let error = #expect(throws: BundleFormatError.self) {
            try TargetCustom(JSONCursor(.object(members)))
        }
        #expect(error?.description == message)
    }
}
