import CEL
import JSON

extension RenderPass {
    /// One side's cell.
    mutating func cell(
        _ row: Description.Row, _ variant: Description.Variant, of side: Side
    ) -> DrawnCell {
        guard let object = values.object(side) else { return DrawnCell(Icon.missing.character) }
        if keepsRaw { activation.raw = RawValue() }
        defer { activation.raw = nil }
        let isMirrored = row.isMirrored && side == .blue
        var cell: DrawnCell
        switch row.cell {
        case .text(let template):
            cell = DrawnCell(text(template, missing: row.missing, words: row.words))
        case .cases(let cases): cell = DrawnCell(text(of: cases, missing: row.missing))
        case .value(let expression):
            cell = drawn(row, isMirrored, expression.source) { pass, isReversed in
                expression.shown(pass.activation, words: row.words, isReversed: isReversed)
            }
        case .field:
            guard let path = variant.field else { return DrawnCell(row.missing) }
            cell = drawn(row, isMirrored, path.keys.joined(separator: ".")) { pass, isReversed in
                pass.shown(path, in: object, words: row.words, isReversed: isReversed)
            }
        }
        if let raw = activation.raw { cell.raw = raw.json }
        return cell
    }

    /// A cell of a row that may be mirrored.
    private mutating func drawn(
        _ row: Description.Row, _ isMirrored: Bool, _ source: @autoclosure () -> String,
        _ shown: (RenderPass, _ isReversed: Bool) -> Shown
    ) -> DrawnCell {
        var cell = DrawnCell(text(shown(self, isMirrored), missing: row.missing, source()))
        guard isMirrored else { return cell }
        // The value is recorded once.
        let raw = activation.raw
        if case .text(let text) = shown(self, false) { cell.alone = bounded(text) }
        activation.raw = raw
        return cell
    }

    private func shown(
        _ path: DottedPath, in object: JSONObject, words: Words?, isReversed: Bool
    ) -> Shown {
        guard activation.fuel.take(path.keys.count) else { return .failed(Self.outOfFuel) }
        switch path.find(in: object) {
        // The language knows 64 bits; a larger number is still shown digit by digit.
        case .value(.bigInteger(let digits)):
            activation.raw?.append(JSON.bigInteger(digits))
            return Value.string(digits).shown(words: words, sharing: activation.fuel)
        case .value(let json):
            let value = Value(json: json)
            activation.raw?.append(value)
            return value.shown(words: words, isReversed: isReversed, sharing: activation.fuel)
        case .missing: return .missing
        case .blocked(let key, let kind):
            return .failed("expected an object in \(key), found \(kind)")
        }
    }

    private mutating func text(of cases: [Description.Case], missing: String) -> String {
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
