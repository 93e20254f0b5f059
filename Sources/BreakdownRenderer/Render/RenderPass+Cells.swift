import CEL
import JSON

extension RenderPass {
    /// The text of one side's cell.
    mutating func cell(
        _ row: Description.Row, _ variant: Description.Variant, of side: Side
    ) -> String {
        guard let object = values.object(side) else { return Icon.missing.character }
        let isReversed = row.isMirrored && side == .blue
        switch row.cell {
        case .text(let template): return text(template, missing: row.missing, words: row.words)
        case .cases(let cases): return text(of: cases, missing: row.missing)
        case .value(let expression):
            let shown = expression.shown(activation, words: row.words, isReversed: isReversed)
            return text(shown, missing: row.missing, expression.source)
        case .field:
            guard let path = variant.field else { return row.missing }
            let shown = shown(path, in: object, words: row.words, isReversed: isReversed)
            return text(shown, missing: row.missing, path.keys.joined(separator: "."))
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
        of cases: [Description.Case], missing: String
    ) -> String {
        for (at, one) in cases.enumerated() where isTrue(one.when, .caseWhen(at)) {
            return text(one.text, missing: missing)
        }
        return missing
    }

    private mutating func text(
        _ shown: Shown, missing: String, _ source: @autoclosure () -> String
    ) -> String {
        switch shown {
        case .text(let text): return bounded(text)
        case .missing: return missing
        case .failed(let reason):
            report(reason, in: source(), .whole)
            return Icon.warning.character
        }
    }
}
