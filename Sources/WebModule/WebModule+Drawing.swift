import BreakdownRenderer
import BundleFormat
import JSON

extension WebModule {
    /// The name of the text in messages.
    static let name = "input"
    /// As much as `breakdown` reads at once.
    private static let beginBytesMax = 64 << 10

    /// Draws the matches of a text.
    ///
    /// - Throws: ``Refusal`` with the first mistake; then nothing is shown.
    package func render(
        options: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) -> [UInt8] {
        let options = try DrawingOptions.decode(options)
        try Self.expectJSON(data)
        var drawing = Drawing(options)
        var output: [UInt8] = []
        var isEmpty = true
        var scanner = ValueScanner()
        for found in scanner.scan(data, reading: drawing.shapes) + scanner.finish() {
            for source in try Self.read(found, &drawing) {
                isEmpty = false
                try draw(source, &drawing, to: &output)
            }
        }
        drawing.drawComparison(to: &output)
        if let key = drawing.missingKeys.first {
            throw Refusal(.notAMatch, "expected a match with the key \(key), found none")
        }
        if let sentence = drawing.known.unusedSchedule { throw Refusal(.notAMatch, sentence) }
        if isEmpty, drawing.known.learntCount == 0 {
            throw Refusal(.notAMatch, "\(Self.name): no matches")
        }
        drawing.document.end(&output)
        return output
    }

    private static func expectJSON(_ data: UnsafeBufferPointer<UInt8>) throws(Refusal) {
        guard data.count <= WebLimits.dataBytesMax else {
            throw Refusal(
                .tooLarge,
                "\(name): expected at most \(WebLimits.dataBytesMax >> 20) MB, found more")
        }
        if data.isEmpty { throw Refusal(.notAMatch, "\(name): expected a match, found nothing") }
        let begin = UnsafeBufferPointer(rebasing: data.prefix(beginBytesMax))
        if let kind = InputBegin(begin).otherKind {
            throw Refusal(.invalidJSON, "\(name): expected matches in JSON, found \(kind)")
        }
    }

    private static func read(
        _ found: ValueScanner.Found, _ drawing: inout Drawing
    ) throws(Refusal) -> [TableSource] {
        do throws(InputProblem) {
            var sources: [TableSource] = []
            for json in try drawing.values(of: found) {
                if let source = try drawing.read(json, found.position) { sources.append(source) }
            }
            return sources
        } catch {
            let code: Refusal.Code =
                switch error.kind {
                case .notJSON: .invalidJSON
                case .tooLarge: .tooLarge
                case .notAMatch: .notAMatch
                case .noSeason: .unknownSeason
                }
            let place = error.position.map { "\(name): \($0.description)" } ?? name
            throw Refusal(code, "\(place): \(error.reason)")
        }
    }

    private func draw(
        _ source: TableSource, _ drawing: inout Drawing, to output: inout [UInt8]
    ) throws(Refusal) {
        let season = seasons.first { $0.year.number == source.year }
        let description =
            switch source.subject {
            case .match: season?.match
            case .insights: season?.insights
            }
        let (_, refusal) = drawing.draw(
            source, with: description, bundle: description.flatMap { _ in season?.provenance },
            to: &output)
        if let refusal { throw Refusal(.notAMatch, "\(source.key): \(refusal.description)") }
    }
}
