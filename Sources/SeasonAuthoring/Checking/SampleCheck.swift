import BreakdownRenderer
import BundleFormat
import JSON

/// Reads and draws a sample; ``TableDifference`` compares the table with the one that its author expects.
struct SampleCheck {
    let year: BundleYear
    /// The season's descriptions without mistakes; a sample is read even if its description is missing.
    let descriptions: [Subject: Description]
    /// Whether the season describes insights, with or without mistakes.
    let hasInsights: Bool

    func run(_ read: ReadSample) -> DrawnSample {
        let sample = read.source
        let data: TableSource
        do throws(DiagnosedError) {
            guard let found = try self.data(read) else { return DrawnSample() }
            data = found
        } catch {
            return DrawnSample(diagnostics: error.diagnostics)
        }
        guard let description = descriptions[data.subject] else { return DrawnSample() }
        let (rendered, cost) = Renderer().renderWithCost(data, with: description)
        var drawn = DrawnSample(
            sample: CheckedSeason.Sample(source: sample, data: data, rendered: rendered))
        if !rendered.problems.isEmpty {
            drawn.failures = Renderer().failures(of: description, for: data)
            // Without a failure of the description, it is the sample that cannot be read.
            if drawn.failures.isEmpty {
                drawn.diagnostics = rendered.problems.map {
                    Diagnostic(file: sample.match.path, message: $0)
                }
            }
        } else if rendered.isGeneric {
            drawn.diagnostics = [
                Renderer().applies(description, to: data)
                    ? showsNothing(sample) : doesNotApply(sample)
            ]
        } else {
            drawn.table = ExpectedFormatter().format(rendered)
            drawn.diagnostics = costly(cost, sample)
        }
        return drawn
    }

    /// A warning where the table of a larger match may cost too much.
    private func costly(_ cost: RenderCost, _ sample: SampleSource) -> [Diagnostic] {
        guard cost.percent >= AuthoringLimits.renderCostPercentWarned else { return [] }
        return [
            Diagnostic(
                file: sample.match.path,
                message: "its table takes \(cost.percent) % of what one table may cost; "
                    + "a match that takes more would show ⚠ in the rest",
                remedy: "look for loops inside loops, and name what several rows compute (define)",
                isWarning: true)
        ]
    }

    /// The mistake of a description that applies and of which no row has anything to show.
    private func showsNothing(_ sample: SampleSource) -> Diagnostic {
        Diagnostic(
            file: sample.match.path,
            message: "expected the season's tables, found that no row of them shows anything",
            remedy: "look at the rows' fields, `needs`, `unless` and `when`, and at the match")
    }

    /// The mistake of a generic table: nearly always `applies` is wrong.
    private func doesNotApply(_ sample: SampleSource) -> Diagnostic {
        Diagnostic(
            file: sample.match.path,
            message: "expected the season's tables, found that the description does not apply",
            remedy:
                "look at \"applies\" and at the match; it must be true for each sample")
    }

    /// The match or the statistics of a sample; nil if the text is no JSON and that is reported.
    private func data(_ read: ReadSample) throws(DiagnosedError) -> TableSource? {
        if let trouble = read.trouble { throw trouble }
        guard let json = read.json else { return nil }
        let file = read.source.match
        let data: TableSource
        do {
            data = try TableSource.decodeSample(json, of: year.number)
        } catch {
            throw DiagnosedError(
                Diagnostic(
                    file: file.path, message: "\(error)",
                    remedy: Subject(of: json) == .match
                        ? "a sample is one match as The Blue Alliance's API v3 gives it"
                        : "a sample of insights is what /event/{key}/insights gives"))
        }
        if let trouble = misplaced(data, file) { throw DiagnosedError(trouble) }
        return data
    }

    /// What is wrong with a sample that does not belong here; nil if it belongs here.
    private func misplaced(_ data: TableSource, _ file: SourceFile) -> Diagnostic? {
        switch data {
        case .match(let match)
        where match.json["alliances"] == nil && match.json["score_breakdown"] == nil:
            Diagnostic(
                file: file.path,
                message: "expected a match, found neither `alliances` nor `score_breakdown`",
                remedy: "a sample is one match as The Blue Alliance's API v3 gives it")
        case .match(let match) where match.year != year.number:
            Diagnostic(
                file: file.path, message: "expected a match of \(year), found \(match.key)",
                remedy: "move it to the season it was played in")
        case .insights(let insights) where !insights.eventKey.hasPrefix(year.description):
            Diagnostic(
                file: file.path,
                message: "expected insights of \(year), found \(insights.eventKey)",
                remedy: "move it to the season of the event")
        case .insights where !hasInsights:
            Diagnostic(
                file: file.path, message: "expected a match, found an event's insights",
                remedy: "describe them in \(SeasonSource.insightsName)")
        case .match, .insights: nil
        }
    }
}

/// What the check of one sample found.
struct DrawnSample {
    /// The sample with its tables; nil if it could not be drawn.
    var sample: CheckedSeason.Sample?
    /// The table in the form of expected tables; nil if none could be rendered.
    var table: String?
    /// What the description cannot compute for the sample.
    var failures: [RenderFailure] = []
    /// What is wrong with the sample itself.
    var diagnostics: [Diagnostic] = []
}
