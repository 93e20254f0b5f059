import BreakdownRenderer
import JSON
import Testing

/// A mirrored cell is mirrored only where it faces the other side's cell, and the data's own
/// values stand beside the texts.
@Suite struct MirrorTests {
    /// Both sides have the same places, once as a field and once as an expression.
    private func rendered(keepsRaw: Bool = false) throws -> RenderedBreakdown {
        let rows = """
            {"label": "Places", "field": "places", "mirror": true,
             "words": {"A_Rock": "Rock", "none": "-"}},
            {"label": "Crossing", "value": "[alliance.kind, alliance.count]", "mirror": true},
            {"label": "Count", "field": "count"},
            {"label": "Both", "text": "{alliance.count} of {alliance.kind}"},
            {"label": "Case", "cases": [{"when": "alliance.count > 1", "text": "many"}]}
            """
        let side = #"{"places": ["A_Rock", "none"], "kind": "Low Bar", "count": 4294967298}"#
        return Renderer(keepsRaw: keepsRaw).render(
            try Sample.match(red: side), with: try Sample.description(rows: rows))
    }

    @Test func facingColumnsAreMirrored() throws {
        let row = try #require(try rendered().tables.first?.rows.first)
        #expect(row.red == "Rock -" && row.blue == "- Rock")
        let text = TextFormatter(width: 80).format(try rendered())
        #expect(text.contains("Low Bar 4294967298") && text.contains("4294967298 Low Bar"))
    }

    @Test func sidesBelowEachOtherAreNotMirrored() throws {
        let text = TextFormatter(width: 30).format(try rendered())
        #expect(text.contains("red  Rock -") && text.contains("blue Rock -"), "\(text)")
        #expect(!text.contains("- Rock"))
    }

    @Test func equalMirroredCellsCompareAsEqual() throws {
        let both = try rendered()
        let compared = Comparison.compare(.init(both, .red), .init(both, .blue))
        let places = compared.tables.flatMap(\.rows).first { $0.label.hasSuffix("Places") }
        #expect(places?.label == "Places" && places?.blue == "Rock -")
        let whole = Comparison.compare(.init(both, nil), .init(both, nil))
        #expect(whole.tables.flatMap(\.rows).contains { $0.blue == "Rock - : Rock -" })
        #expect(SummaryFormatter().format(both).contains("Places") == false)
    }

    @Test func exportsAreNotMirrored() throws {
        let line = try JSON.parse(JSONFormatter().format(try rendered(), bundle: nil))
        let values = line["tables"]?.arrayValue?.first?["rows"]?.arrayValue?.first?["values"]
        #expect(values == ["red": "Rock -", "blue": "Rock -"])
        let csv = CSVFormatter().format(try rendered())
        #expect(csv.contains("blue,,Places,plain,Rock -") && !csv.contains("- Rock"))
        var wide = WideCSV()
        try wide.append(try rendered())
        #expect(!wide.written().contains("- Rock"))
    }

    @Test func jsonCarriesTheValuesBehindTheTexts() throws {
        let line = try JSON.parse(JSONFormatter().format(try rendered(keepsRaw: true), bundle: nil))
        let rows = line["tables"]?.arrayValue?.first?["rows"]?.arrayValue ?? []
        #expect(
            rows.map { $0["raw"]?["blue"] } == [
                ["A_Rock", "none"], ["Low Bar", 4_294_967_298], 4_294_967_298,
                [4_294_967_298, "Low Bar"], .null,
            ])
        #expect(rows.allSatisfy { $0["raw"]?["red"] == $0["raw"]?["blue"] })
    }

    @Test func csvCarriesTheValuesBehindTheTexts() throws {
        let csv = CSVFormatter().format(try rendered(keepsRaw: true))
        #expect(csv.contains(#"blue,,Places,plain,Rock -,,"[""A_Rock"",""none""]""#), "\(csv)")
        #expect(csv.contains("red,,Count,plain,4294967298,4294967298,4294967298\r\n"))
        #expect(csv.contains("red,,Case,plain,many,,\r\n"))
        var wide = WideCSV()
        try wide.append(try rendered(keepsRaw: true))
        let head = wide.written().prefix { $0 != "\r\n" }
        // A row whose texts are the values has one column.
        #expect(
            head.hasSuffix(
                "Places,Places (raw),Crossing,Crossing (raw),Count,Both,Both (raw),Case,Case (raw)"),
            "\(head)")
    }

    @Test func aLargeValueIsNotCarried() throws {
        let text = String(repeating: "x", count: 2_000)
        let rows =
            #"{"label": "Long", "field": "a", "words": {"\#(text)": "y"}}, {"label": "b", "field": "b"}"#
        let rendered = Renderer(keepsRaw: true).render(
            try Sample.match(red: #"{"a": "\#(text)", "b": [[[[[[1]]]]]]}"#),
            with: try Sample.description(rows: rows))
        let line = JSONFormatter().format(rendered, bundle: nil)
        #expect(line.contains(#""raw":{"red":null,"blue":null}"#) && line.utf8.count < 9_000)
    }
}
