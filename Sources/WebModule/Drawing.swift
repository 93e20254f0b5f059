import BreakdownDocument
import BreakdownRenderer
import BundleFormat
import CEL
import CodePoints
import JSON

/// One call that draws: reads each match of the text in turn and adds it to the document.
struct Drawing {
    private let options: RenderOptions
    private let seasons: [LoadedSeason]
    private let renderer: Renderer
    private var document: Document
    private var known = KnownContext()
    private let shapes = JSONShapes()
    private var output: [UInt8] = []
    private var learntCount = 0
    private var shownKeys: [String] = []
    private var isEmpty = true
    private var compared: [RenderedBreakdown] = []

    /// The name of the text in messages.
    private static let name = "input"

    init(_ options: RenderOptions, _ seasons: [LoadedSeason]) {
        self.options = options
        self.seasons = seasons
        renderer = Renderer(
            showAll: options.showsAll, keepsRaw: options.document.format.hasRawValues)
        document = Document(options.document)
    }

    /// Draws a text.
    ///
    /// - Throws: ``Refusal`` with the first mistake.
    mutating func draw(_ data: UnsafeBufferPointer<UInt8>) throws(Refusal) -> [UInt8] {
        guard data.count <= WebLimits.dataBytesMax else {
            throw Refusal(
                .tooLarge,
                "\(Self.name): expected at most \(WebLimits.dataBytesMax >> 20) MB, found more")
        }
        if data.isEmpty {
            throw Refusal(.notAMatch, "\(Self.name): expected a match, found nothing")
        }
        if let kind = InputBegin(UnsafeBufferPointer(rebasing: data.prefix(Self.beginBytesMax)))
            .otherKind
        {
            throw Refusal(.invalidJSON, "\(Self.name): expected matches in JSON, found \(kind)")
        }
        var scanner = ValueScanner()
        for found in scanner.scan(data, reading: shapes) { try show(found) }
        for found in scanner.finish() { try show(found) }
        try compare()
        for key in options.keys
        where !shownKeys.contains(where: { $0.hasSameCodePoints(as: key) }) {
            throw Refusal(.notAMatch, "expected a match with the key \(key), found none")
        }
        if isEmpty, learntCount == 0 { throw Refusal(.notAMatch, "\(Self.name): no matches") }
        document.end(&output)
        return output
    }

    /// As much as `breakdown` reads at once.
    private static let beginBytesMax = 64 << 10

    private mutating func show(_ found: ValueScanner.Found) throws(Refusal) {
        switch found {
        case .problem(let problem, let at):
            // This is the only problem of the scanner that is not about JSON's grammar.
            let isLarge = problem.hasStart("expected at most")
            throw Refusal(isLarge ? .tooLarge : .invalidJSON, "\(Self.name): \(at): \(problem)")
        case .value(let bytes, let at):
            let json: JSON
            do throws(JSONError) {
                json = try JSON.parse(bytes, limits: .match, shapes: shapes)
            } catch {
                let place = error.position.moved(behind: at)
                throw Refusal(.invalidJSON, "\(Self.name): \(place): \(error.problem)")
            }
            try showAnswer(json, at)
        case .json(let json, let at): try showAnswer(json, at)
        }
    }

    private mutating func showAnswer(_ json: JSON, _ at: TextPosition) throws(Refusal) {
        if let error = ServiceError(json) {
            throw Refusal(.notAMatch, "\(Self.name): \(error.description)")
        }
        if let other = OtherForm(json) {
            throw Refusal(.notAMatch, "\(Self.name): \(at): \(other.description)")
        }
        try show(json, at)
    }

    private mutating func show(_ json: JSON, _ at: TextPosition) throws(Refusal) {
        do throws(MatchError) {
            if try known.learn(json) {
                learntCount += 1
                return
            }
        } catch {
            throw Refusal(.notAMatch, "\(Self.name): \(at): \(error.description)")
        }
        // If the caller asked for one match, mistakes in other matches do not matter.
        if !options.keys.isEmpty, let key = json["key"]?.stringValue, !isWanted(key) { return }
        let source: TableSource
        do throws(InputValueError) {
            source = try InputValue.decode(json, year: options.year)
        } catch {
            let code: Refusal.Code = if case .season = error { .unknownSeason } else { .notAMatch }
            throw Refusal(code, "\(Self.name): \(at): \(error.description)")
        }
        if !options.keys.isEmpty {
            guard isWanted(source.key) else { return }
            shownKeys.append(source.key)
        }
        try show(source)
    }

    private func isWanted(_ key: String) -> Bool {
        options.keys.contains { $0.hasSameCodePoints(as: key) }
    }

    private mutating func show(_ source: TableSource) throws(Refusal) {
        isEmpty = false
        let season = seasons.first { $0.year.number == source.year }
        let description =
            switch source.subject {
            case .match: season?.match
            case .insights: season?.insights
            }
        let rendered = renderer.render(
            source, with: description, in: known.context(of: source.eventKey))
        guard options.compared.isEmpty else {
            compared.append(rendered)
            return
        }
        // The generic table was used, so the description did not make this table.
        let isUsed = description != nil && !rendered.isGeneric
        try append(rendered, isUsed ? season?.provenance : nil)
    }

    private mutating func append(
        _ rendered: RenderedBreakdown, _ provenance: Provenance?
    ) throws(Refusal) {
        do throws(DocumentError) {
            try document.append(rendered, bundle: provenance, to: &output)
        } catch {
            throw Refusal(.notAMatch, "\(rendered.key): \(error.description)")
        }
    }

    /// Shows the comparison; a half that was not found is reported with the other keys.
    private mutating func compare() throws(Refusal) {
        var halves: [Comparison.Half] = []
        for half in options.compared {
            guard
                let rendered = compared.last(where: { $0.key.hasSameCodePoints(as: half.key) })
            else { return }
            halves.append(Comparison.Half(rendered, half.side))
        }
        guard halves.count == 2 else { return }
        try append(Comparison.compare(halves[0], halves[1]), nil)
    }
}
