import CEL
import JSON

extension RenderPass {
    /// The text of one side's cell.
    mutating func cell(
        _ row: Description.Row, _ variant: Description.Variant, _ side: Side, _ place: Place
    ) -> String {
        guard let object = values.object(side) else { return Icon.missing.character }
        activation.side = side
        defer { activation.side = nil }
        var place = place
        place.side = side == .red ? values.subject.left : values.subject.right
        let isReversed = row.isMirrored && side == .blue
        switch row.cell {
        case .text(let template):
            return text(template, missing: row.missing, words: row.words, place.words)
        case .cases(let cases): return text(of: cases, missing: row.missing, place)
        case .value(let expression):
            let shown = expression.shown(activation, words: row.words, isReversed: isReversed)
            return text(shown, missing: row.missing, place, expression.source)
        case .field:
            guard let path = variant.field else { return row.missing }
            let shown = shown(path, in: object, words: row.words, isReversed: isReversed)
            return text(shown, missing: row.missing, place, path.keys.joined(separator: "."))
        }
    }

    private func shown(
        _ path: DottedPath, in object: JSONObject, words: Words?, isReversed: Bool
    ) -> Shown {
        guard activation.fuel.take(path.keys.count) else { return .failed(Self.outOfFuel) }
        switch path.find(in: object) {
        // The language knows 64 bits; a larger number is still shown digit by digit.
        case .value(.bigInteger(let digits)):
            return Value.string(digits).shown(words: words, sharing: activation.fuel)
        case .value(let json):
            return Value(json: json).shown(
                words: words, isReversed: isReversed, sharing: activation.fuel)
        case .missing: return .missing
        case .blocked(let key, let kind):
            return .failed("expected an object in \(key), found \(kind)")
        }
    }

    private mutating func text(
        of cases: [Description.Case], missing: String, _ place: Place
    ) -> String {
        for (at, one) in cases.enumerated()
        where isTrue(one.when, "\(place.words), case \(at + 1)") {
            return text(one.text, missing: missing, place.words)
        }
        return missing
    }

    private mutating func text(
        _ shown: Shown, missing: String, _ place: Place, _ source: @autoclosure () -> String
    ) -> String {
        switch shown {
        case .text(let text): return bounded(text)
        case .missing: return missing
        case .failed(let reason):
            report(place.words, reason, in: source())
            return Icon.warning.character
        }
    }
}
