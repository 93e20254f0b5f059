import BreakdownRenderer
import BundleFormat
import JSON

/// Draws a season's samples as every program does, and says what an author can do about those that do not pass.
struct SampleCheck {
    private let test: SampleTest
    private let descriptions: [Subject: Description]
    /// Whether the season describes insights, with or without mistakes.
    private let hasInsights: Bool

    /// - Parameter descriptions: those without mistakes; a sample is read even if its description is missing.
    init(year: BundleYear, descriptions: [Subject: Description], hasInsights: Bool) {
        test = SampleTest(year: year.number, descriptions: descriptions)
        self.descriptions = descriptions
        self.hasInsights = hasInsights
    }

    func run(_ read: ReadSample) -> DrawnSample {
        if let trouble = read.trouble { return DrawnSample(diagnostics: trouble.diagnostics) }
        guard let json = read.json else { return DrawnSample() }
        let source = read.source
        let result = test.run(json, expected: source.expected?.bytes)
        var drawn = DrawnSample(table: result.table)
        if let data = result.data, let rendered = result.rendered {
            drawn.sample = CheckedSeason.Sample(source: source, data: data, rendered: rendered)
        }
        switch result.fault {
        case nil: drawn.diagnostics = costly(result.cost, source)
        case .noTable, .otherTable:
            drawn.diagnostics = costly(result.cost, source)
            drawn.isAsExpected = false
        case .problems(let problems):
            if let data = result.data, let description = descriptions[data.subject] {
                drawn.failures = Renderer().failures(of: description, for: data)
            }
            // Without a failure of the description, it is the sample that cannot be read.
            if drawn.failures.isEmpty {
                drawn.diagnostics = problems.map {
                    Diagnostic(file: source.match.path, message: $0)
                }
            }
        case let fault?:
            // The mistakes of a description are reported; its samples cannot be drawn without it.
            if case .undescribed(let subject) = fault, subject == .match || hasInsights { break }
            drawn.diagnostics = [
                Diagnostic(
                    file: source.match.path, message: fault.description,
                    remedy: Self.remedy(fault, Subject(of: json)))
            ]
        }
        return drawn
    }

    private static func remedy(_ fault: SampleTest.Fault, _ subject: Subject) -> String? {
        switch fault {
        case .unreadable where subject == .insights:
            "a sample of insights is what /event/{key}/insights gives"
        case .unreadable, .withoutMatch:
            "a sample is one match as The Blue Alliance's API v3 gives it"
        case .otherSeason(.match, _, _): "move it to the season it was played in"
        case .otherSeason(.insights, _, _): "move it to the season of the event"
        case .undescribed: "describe them in \(SeasonSource.insightsName)"
        case .doesNotApply:
            "look at \"applies\" and at the match; it must be true for each sample"
        case .showsNothing:
            "look at the rows' fields, `needs`, `unless` and `when`, and at the match"
        case .problems, .noTable, .otherTable: nil
        }
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
}

/// What the check of one sample found.
struct DrawnSample {
    /// The sample with its tables; nil if it could not be drawn.
    var sample: CheckedSeason.Sample?
    /// The table in the form of expected tables; nil if none could be rendered.
    var table: String?
    /// False if there is a table, and it is not the one that the author expects.
    var isAsExpected = true
    /// What the description cannot compute for the sample.
    var failures: [RenderFailure] = []
    /// What is wrong with the sample itself.
    var diagnostics: [Diagnostic] = []
}

/// A sample that was parsed, once for all checks.
struct ReadSample {
    let source: SampleSource
    /// The value; nil if the text is no JSON.
    let json: JSON?
    /// What is wrong with the text; nil if nothing is.
    let trouble: DiagnosedError?

    init(_ source: SampleSource) {
        self.source = source
        let file = source.match
        do {
            json = try JSON.parse(file.bytes, limits: .match)
            trouble = Self.trouble { () throws(DiagnosedError) in
                // Nearly every sample is plain; this test is quick.
                guard !SourceText.isPlain(file.bytes) else { return }
                _ = try SourceText(path: file.path, bytes: file.bytes)
            }
        } catch {
            json = nil
            trouble = Self.trouble { () throws(DiagnosedError) in
                if let kind = file.bytes.withUnsafeBufferPointer({ InputBegin($0).otherKind }) {
                    throw DiagnosedError(
                        Diagnostic(
                            file: file.path, message: "expected a match in JSON, found \(kind)"))
                }
                let text = try SourceText(path: file.path, bytes: file.bytes)
                throw DiagnosedError(text.diagnostic(error.problem, at: error.position))
            }
        }
    }

    private static func trouble(_ body: () throws(DiagnosedError) -> Void) -> DiagnosedError? {
        do throws(DiagnosedError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

/// What a description cannot compute for its samples, each mistake once.
///
/// One wrong expression fails in both columns, for each element of `each`, and in many samples.
struct FailedCells {
    /// Where an expression fails.
    private struct FailurePlace: Hashable {
        let path: JSONPath
        let source: String?
    }

    private var order: [FailurePlace] = []
    private var failures: [FailurePlace: (first: RenderFailure, samples: [String])] = [:]

    mutating func add(_ more: [RenderFailure], of sample: String) {
        for failure in more {
            let place = FailurePlace(path: failure.path, source: failure.source)
            if failures[place] == nil { order.append(place) }
            var known = failures[place] ?? (failure, [])
            if known.samples.last != sample { known.samples.append(sample) }
            failures[place] = known
        }
    }

    /// The mistakes.
    ///
    /// - Returns: a diagnostic for each place, in the order of the description.
    func diagnostics(
        in written: WrittenDescription?, at path: String, besides known: [Diagnostic]
    ) -> [Diagnostic] {
        let mistakes = known.filter { !$0.isWarning }
        return order.compactMap { failures[$0] }.compactMap { failure, samples in
            let place = written.flatMap { $0.diagnostic(failure.finding(in: $0.json)).place }
            let isKnown = mistakes.contains {
                $0.message == failure.reason
                    || $0.place != nil && $0.place?.position.line == place?.position.line
            }
            guard !isKnown else { return nil }
            let subject = failure.label.map { "\"\($0)\"" } ?? "one"
            let extent = samples.count == 1 ? samples[0] : "\(samples.count) samples"
            let source = failure.source.map { ", in \($0)" } ?? ""
            return Diagnostic(
                file: path, place: place,
                message: "expected every cell to be computed, found that \(subject) fails in "
                    + "\(extent): \(failure.reason)\(source)")
        }
    }
}
