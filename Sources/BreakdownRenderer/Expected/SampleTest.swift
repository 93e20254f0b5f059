import BundleFormat
import JSON

/// Decides whether a season draws a sample as its author expects.
///
/// `check`, the agent, apps and pages ask here. So a season that can be published passes wherever it arrives.
package struct SampleTest: Sendable {
    private let year: Int
    private let descriptions: [Subject: Description]

    /// Makes the test of a season.
    package init(year: Int, descriptions: [Subject: Description]) {
        self.year = year
        self.descriptions = descriptions
    }

    /// What the drawing of one sample showed.
    package struct Result: Sendable {
        /// The sample; nil if it is neither a match nor insights of this season.
        package var data: TableSource?
        /// What was drawn; nil if the sample has no description.
        package var rendered: RenderedBreakdown?
        package var cost = RenderCost.none
        /// The season's tables in the form of expected tables; nil if they cannot be drawn.
        package var table: String?
        /// Why the sample does not pass; nil if it does.
        package var fault: Fault?
    }

    /// Why a sample does not pass.
    package enum Fault: Sendable, CustomStringConvertible {
        case unreadable(MatchError)
        case withoutMatch
        case otherSeason(of: Subject, expected: Int, found: String)
        case undescribed(Subject)
        /// What cannot be computed; at least one sentence.
        case problems([String])
        /// Nearly always the description's `applies` is wrong.
        case doesNotApply
        /// The description applies, and no row of it has anything to show.
        case showsNothing
        case noTable
        case otherTable(line: Int, expected: String, found: String)

        /// Whether the expected table is wrong or missing.
        var isOfTable: Bool {
            switch self {
            case .noTable, .otherTable: true
            default: false
            }
        }

        /// `expected …, found …`.
        package var description: String {
            switch self {
            case .unreadable(let error): error.description
            case .withoutMatch:
                "expected a match, found neither `alliances` nor `score_breakdown`"
            case .otherSeason(.match, let expected, let found):
                "expected a match of \(expected), found \(found)"
            case .otherSeason(.insights, let expected, let found):
                "expected insights of \(expected), found \(found)"
            case .undescribed(.match): "expected an event's insights, found a match"
            case .undescribed(.insights): "expected a match, found an event's insights"
            case .problems(let problems): problems.first ?? ""
            case .doesNotApply:
                "expected the season's tables, found that the description does not apply"
            case .showsNothing:
                "expected the season's tables, found that no row of them shows anything"
            case .noTable: "expected the sample's table, found no such file"
            case .otherTable(let line, let expected, let found):
                "line \(line): expected \"\(expected)\", found \"\(found)\""
            }
        }
    }

    /// Draws a sample and compares it with its expected table.
    ///
    /// - Parameter expected: the bytes of the expected table; nil if there is none.
    package func run(_ json: JSON, expected: [UInt8]?) -> Result {
        var result = Result()
        do throws(MatchError) {
            let data = try TableSource.decodeSample(json, of: year)
            result.fault = misplaced(data)
            guard result.fault == nil else { return result }
            result.data = data
            draw(data, expected, &result)
        } catch {
            result.fault = .unreadable(error)
        }
        return result
    }

    private func draw(_ data: TableSource, _ expected: [UInt8]?, _ result: inout Result) {
        guard let description = descriptions[data.subject] else {
            result.fault = .undescribed(data.subject)
            return
        }
        let (rendered, cost) = Renderer().renderWithCost(data, with: description)
        (result.rendered, result.cost) = (rendered, cost)
        guard rendered.problems.isEmpty else {
            result.fault = .problems(rendered.problems)
            return
        }
        guard !rendered.isGeneric else {
            let applies = Renderer().applies(description, to: data)
            result.fault = applies ? .showsNothing : .doesNotApply
            return
        }
        let table = ExpectedFormatter().format(rendered)
        result.table = table
        result.fault = Self.difference(expected, Array(table.utf8))
    }

    /// A sample that no program would draw with this season's descriptions.
    private func misplaced(_ data: TableSource) -> Fault? {
        switch data {
        case .match(let match):
            if match.json["alliances"] == nil && match.json["score_breakdown"] == nil {
                return .withoutMatch
            }
            return match.year == year
                ? nil : .otherSeason(of: .match, expected: year, found: match.key)
        case .insights(let insights):
            return insights.eventKey.utf8.starts(with: year.description.utf8)
                ? nil : .otherSeason(of: .insights, expected: year, found: insights.eventKey)
        }
    }

    private static func difference(_ expected: [UInt8]?, _ found: [UInt8]) -> Fault? {
        guard let expected else { return .noTable }
        guard expected != found else { return nil }
        let (left, right) = (lines(expected), lines(found))
        let at = zip(left, right).prefix { $0.elementsEqual($1) }.count
        return .otherTable(line: at + 1, expected: text(left, at), found: text(right, at))
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    private static func text(_ lines: [ArraySlice<UInt8>], _ at: Int) -> String {
        at < lines.count ? String(decoding: lines[at], as: UTF8.self) : ""
    }
}

/// The form of a sample's expected table: it says what is shown, but not how it is drawn.
///
/// Bundles carry these texts to machines with older and newer renderers. So the form is part of the
/// bundle format (docs/FORMAT.md, "Expected tables") and does not change with a program's looks.
package struct ExpectedFormatter: Sendable {
    /// The column where the cells begin, so that they are easy to read.
    private static let labelColumns = 40
    private static let blank = String(repeating: " ", count: labelColumns)

    /// Makes the formatter; it has no options, because two renderers must agree.
    package init() {}

    /// The table as lines: `= Total Auto   18 | 23`.
    package func format(_ rendered: RenderedBreakdown) -> String {
        var lines = [rendered.title]
        for table in rendered.tables {
            lines.append("")
            if let title = table.title { lines.append("# \(title)") }
            lines += table.rows.map(line)
        }
        if !rendered.notes.isEmpty { lines.append("") }
        lines += rendered.notes.map { "> \($0)" }
        let charset = Charset(ascii: false)
        return lines.map { charset.shown($0).text + "\n" }.joined()
    }

    private func line(_ row: BreakdownTable.Row) -> String {
        let marker =
            switch row.kind {
            case .plain: " "
            case .subtotal: "+"
            case .total: "="
            }
        let missing = max(0, Self.labelColumns - row.label.unicodeScalars.count)
        let padding = Substring(Self.blank.utf8.prefix(missing))
        return "\(marker) \(row.label)\(padding) \(row.red) | \(row.blue)"
    }
}

extension SampleTest {
    /// What the samples of a whole bundle showed.
    package struct Verdict: Sendable {
        package let samplesCount: Int
        /// A sentence for each description that cannot be read and for each sample that does not pass; empty if the
        /// bundle passes.
        package let problems: [String]
    }

    /// Draws each sample of a compiled bundle.
    ///
    /// - Parameters:
    ///   - read: gives a file's bytes, or nil if there is no such file.
    package static func run<Failure: Error>(
        on paths: [BundlePath], of year: BundleYear,
        _ read: (String) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> Verdict {
        let names = paths.compactMap { $0.sampleName }
        var problems = names.isEmpty ? ["expected samples, found none"] : []
        var descriptions: [Subject: Description] = [:]
        var unreadable: [Subject] = []
        for subject in [Subject.match, .insights] {
            guard let bytes = try read(subject.bundleFile) else { continue }
            do throws(DescriptionProblem) {
                descriptions[subject] = try Description.read(bytes, of: subject)
            } catch {
                unreadable.append(subject)
                problems.append("\(subject.bundleFile): \(error.description)")
            }
        }
        let test = SampleTest(year: year.number, descriptions: descriptions)
        for name in names {
            let file = "\(BundleFile.samples)/\(name)"
            guard let bytes = try read("\(file).json") else {
                problems.append("\(file).json: expected the sample, found no such file")
                continue
            }
            let json: JSON
            do throws(JSONError) {
                json = try JSON.parse(bytes, limits: .match)
            } catch {
                problems.append("\(file).json: \(error.description)")
                continue
            }
            guard let fault = test.run(json, expected: try read("\(file).txt")).fault else {
                continue
            }
            // The description's own problem is already in the list.
            if case .undescribed(let subject) = fault, unreadable.contains(subject) { continue }
            problems.append("\(file).\(fault.isOfTable ? "txt" : "json"): \(fault.description)")
        }
        return Verdict(samplesCount: names.count, problems: problems)
    }
}
