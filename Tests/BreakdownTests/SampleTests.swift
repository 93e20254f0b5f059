@testable import breakdown
import BreakdownRenderer
import Foundation
import JSON
import Testing
import TestSupport

/// Every sample of every season looks as its author has approved it, by what this program carries.
///
/// After a change in `bundles/`, `make embed` brings the program up to date.
@Suite struct SampleTests {
    struct Sample: CustomTestStringConvertible {
        let year: String
        let name: String
        var testDescription: String { name }
        var path: String { Checkout.path("bundles/\(year)/samples/\(name)") }
    }

    static let samples: [Sample] = years.flatMap { year in
        names(in: "bundles/\(year)/samples").filter { $0.hasSuffix(".json") }.map {
            Sample(year: year, name: String($0.dropLast(5)))
        }
    }

    @Test func thereAreSamples() {
        #expect(Self.samples.count >= 9)
    }

    @Test(arguments: samples)
    func looksAsApproved(_ sample: Sample) throws {
        let text = try String(contentsOfFile: "\(sample.path).json", encoding: .utf8)
        let rendered = render(try InputValue.decode(JSON.parse(text), year: Int(sample.year)))
        #expect(rendered.problems.isEmpty)
        let table = ExpectedFormatter().format(rendered)
        #expect(table == (try String(contentsOfFile: "\(sample.path).txt", encoding: .utf8)))
    }

    /// The ends give the same number: `98` is `98.0`, `98e0` and `98.00E+0`.
    @Test(arguments: samples, [".0", "e0", ".00E+0"])
    func looksTheSameWithWholeDecimals(_ sample: Sample, _ end: String) throws {
        let text = try String(contentsOfFile: "\(sample.path).json", encoding: .utf8)
        let decimals = text.replacing(#/([:\[,]\s*-?\d+)(?=\s*[,\]}])/#) { "\($0.1)\(end)" }
        let json = try JSON.parse(decimals, limits: .match)
        let rendered = render(try InputValue.decode(json, year: Int(sample.year)))
        #expect(rendered.problems.isEmpty)
        let table = ExpectedFormatter().format(rendered)
        #expect(table == (try String(contentsOfFile: "\(sample.path).txt", encoding: .utf8)))
    }

    private func render(_ source: TableSource) -> RenderedBreakdown {
        var seasons = SeasonLookup(sources: [.embedded])
        let bundle = seasons.bundle(source.year, source.subject) { Issue.record("\($0)") }
        return Renderer().render(source, with: bundle?.description)
    }

    private static let years = names(in: "bundles").filter { Int($0) != nil }

    private static func names(in folder: String) -> [String] {
        let path = Checkout.path(folder)
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
