import BreakdownRenderer
import BundleFormat
import JSON

/// Renders a sample and holds the table against the one its author expects.
package struct SampleCheck {
    package let year: BundleYear
    /// The season's descriptions; one that has mistakes is missing: the sample is read all the same.
    package let descriptions: [Subject: Description]
    /// Whether the season describes insights, with or without mistakes.
    package let hasInsights: Bool

    /// Keeps the given values.
    package init(
        year: BundleYear, descriptions: [Subject: Description], hasInsights: Bool
    ) {
        self.year = year
        self.descriptions = descriptions
        self.hasInsights = hasInsights
    }

    private typealias Rendering = (rendered: RenderedBreakdown, cost: RenderCost)

    /// What came of one sample.
    package struct Outcome {
        /// The table in the form of expected tables; nil where none could be rendered.
        package var table: String?
        /// The same before it was a text.
        package var rendered: RenderedBreakdown?
        package var diagnostics: [Diagnostic] = []
    }

    /// Checks one sample.
    ///
    /// - Parameter sample: the match and its expected table.
    /// - Returns: the table, and what is wrong with the sample or with the season for it.
    package func run(_ sample: SampleSource) -> Outcome { run(ReadSample(sample)) }

    /// Checks one sample that was parsed already.
    ///
    /// - Parameter read: the match and its expected table.
    /// - Returns: the table, and what is wrong with the sample or with the season for it.
    package func run(_ read: ReadSample) -> Outcome {
        let sample = read.source
        let found: Rendering?
        do throws(DiagnosedError) {
            found = try rendered(read)
        } catch {
            return Outcome(diagnostics: error.diagnostics)
        }
        guard let (rendered, cost) = found else { return Outcome() }
        guard rendered.problems.isEmpty else {
            return Outcome(
                diagnostics: rendered.problems.map {
                    Diagnostic(
                        file: sample.match.path,
                        message: "expected every cell to be computed: \($0)")
                })
        }
        let table = ExpectedFormatter().format(rendered)
        guard !rendered.isGeneric else { return Outcome(diagnostics: [doesNotApply(sample)]) }
        let isExpected = sample.expected.map { $0.bytes.elementsEqual(table.utf8) } == true
        return Outcome(
            table: table, rendered: rendered,
            diagnostics: (isExpected ? [] : [differs(table, from: sample)])
                + costly(cost, sample))
    }

    /// A warning where a match that has a little more in it may be too much.
    private func costly(_ cost: RenderCost, _ sample: SampleSource) -> [Diagnostic] {
        guard cost.percent >= AuthoringLimits.renderCostPercentWarned else { return [] }
        return [
            Diagnostic(
                file: sample.match.path,
                message: "its table takes \(cost.percent) % of what one table may cost; "
                    + "of a match that takes more, the rest would show ⚠",
                remedy: "look for loops inside loops, and name what several rows compute (define)",
                isWarning: true)
        ]
    }

    /// A generic table is nothing to approve: nearly always it means that `applies` is wrong.
    private func doesNotApply(_ sample: SampleSource) -> Diagnostic {
        Diagnostic(
            file: sample.match.path,
            message: "expected the season's tables, found that the description does not apply",
            remedy:
                "look at \"applies\" and at the match; a sample has to be one it holds for")
    }

    /// What a match or an event's statistics look like; nil where their description has mistakes.
    private func rendered(_ read: ReadSample) throws(DiagnosedError) -> Rendering? {
        if let trouble = read.trouble { throw trouble }
        guard let json = read.json else { return nil }
        let file = read.source.match
        return EventInsights.looksLike(json)
            ? try insights(json, of: file) : try match(json, of: file)
    }

    private func match(
        _ json: JSON, of file: SourceFile
    ) throws(DiagnosedError) -> Rendering? {
        let match: Match
        do {
            match = try Match.decode(json)
        } catch {
            throw DiagnosedError(
                Diagnostic(
                    file: file.path, message: "\(error)",
                    remedy: "a sample is one match as The Blue Alliance's API v3 gives it"))
        }
        guard match.year == year.number else {
            throw DiagnosedError(
                Diagnostic(
                    file: file.path, message: "expected a match of \(year), found \(match.key)",
                    remedy: "move it to the season it was played in"))
        }
        return descriptions[.match].map { Renderer().renderWithCost(match, with: $0) }
    }

    private func insights(
        _ json: JSON, of file: SourceFile
    ) throws(DiagnosedError) -> Rendering? {
        let insights: EventInsights
        do {
            insights = try EventInsights.decode(json, year: year.number)
        } catch {
            throw DiagnosedError(
                Diagnostic(
                    file: file.path, message: "\(error)",
                    remedy: "a sample of insights is what /event/{key}/insights gives"))
        }
        guard insights.eventKey.hasPrefix(year.description) else {
            throw DiagnosedError(
                Diagnostic(
                    file: file.path,
                    message: "expected insights of \(year), found \(insights.eventKey)",
                    remedy: "move it to the season of the event"))
        }
        guard hasInsights else {
            throw DiagnosedError(
                Diagnostic(
                    file: file.path, message: "expected a match, found an event's insights",
                    remedy: "describe them in \(SeasonSource.insightsName)"))
        }
        return descriptions[.insights].map { Renderer().renderWithCost(insights, with: $0) }
    }

    private func differs(_ table: String, from sample: SampleSource) -> Diagnostic {
        guard let expected = sample.expected else {
            return Diagnostic(
                file: sample.expectedPath,
                message: "expected the sample's table, found no such file",
                remedy: "run bundle-publish check --update and look at what it writes")
        }
        return Diagnostic(
            file: expected.path,
            message: "expected this table (-), found another (+)",
            remedy: "run bundle-publish check --update if the new table is right",
            detail: LineDifference.lines(
                expected: String(decoding: expected.bytes, as: UTF8.self), found: table))
    }
}
