import BreakdownRenderer
import JSON
import Testing

/// Text from outside stays text in every form of output, wherever it stands in the input.
@Suite struct HostileTextTests {
    struct Look: CustomTestStringConvertible, Sendable {
        let format: OutputFormat
        let ascii: Bool
        let isWide: Bool
        var testDescription: String {
            "\(format.rawValue)\(ascii ? " ASCII" : "")\(isWide ? " wide" : "")"
        }
    }

    static let looks = OutputFormat.allCases.flatMap { format in
        [false, true].flatMap { ascii in
            [false, true].compactMap { wide in
                wide && format != .csv ? nil : Look(format: format, ascii: ascii, isWide: wide)
            }
        }
    }

    private static let evil = "x\u{1B}[31m\u{202E}\u{9B}\u{7F}\r\n\u{200B}\u{2066}`<b>"

    /// Each text of the input is hostile.
    private static var values: [JSON] {
        let evil = JSON.string(evil)
        let side: JSON = ["a\(Self.evil)": evil, "list": [evil, evil], "inner": ["b": evil]]
        let team: JSON = ["score": 5, "team_keys": [evil, "frc1"], "dq_team_keys": [evil]]
        return [
            ["key": "2030test", "event_code": "x", "name": evil, "timezone": evil],
            [
                "retrieved": [
                    "source": evil, "address": .string("https://\(Self.evil)"), "age_seconds": 90,
                    "is_stored": true,
                ]
            ],
            [
                "key": .string("2030test_qm1\(Self.evil)"), "event_key": "2030test",
                "comp_level": evil, "alliances": ["red": team, "blue": team],
                "score_breakdown": ["red": side, "blue": side, "beside": evil],
            ],
            ["key": "2030test_qm2", "score_breakdown": evil],
        ]
    }

    private func isHarmless(_ text: String) -> Bool {
        !text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x0D: false
            case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    @Test(arguments: looks)
    func noFormatObeysTheInput(_ look: Look) throws {
        var options = DocumentOptions()
        options.format = look.format
        options.ascii = look.ascii
        options.textIsASCII = look.ascii
        options.isWide = look.isWide
        var known = KnownContext()
        var document = Document(options)
        let renderer = Renderer(showAll: true, keepsRaw: look.format.hasRawValues)
        let description = try Description.decode([
            "format": 1, "title": "`<b>@x",
            "tables": [
                [
                    "title": "`<b>@x",
                    "rows": [
                        ["label": "`<b>|=x", "value": "alliance.nothing + 1"],
                        ["label": "x", "value": "alliance.list"],
                    ],
                ]
            ], "notes": [["text": "{match.comp_level}"]],
        ])
        var bytes: [UInt8] = []
        for value in try Self.values.flatMap({ try known.values(in: $0) }) {
            let source = try InputValue.decode(value, year: nil)
            for used in [nil, description] {
                let rendered = renderer.render(
                    source, with: used, in: known.context(of: source.eventKey))
                try document.append(
                    rendered, bundle: Provenance(year: 2030, version: Self.evil, origin: Self.evil),
                    to: &bytes)
            }
        }
        document.end(&bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(isHarmless(text), "\(text.debugDescription)")
        #expect(text.utf8.count > 500)
    }
}
