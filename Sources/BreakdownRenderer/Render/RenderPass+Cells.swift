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

/// One side's cell of a row.
struct DrawnCell {
    /// What is shown.
    var text: String
    /// What is shown where the cell does not face the other side's; nil for the same.
    var alone: String?
    /// The value behind it; null if there is none, or if the caller did not ask for values.
    var raw = JSON.null

    /// Makes a cell without a value.
    init(_ text: String) {
        self.text = text
    }
}

/// What a reader sees of a value.
enum Shown: Equatable {
    case text(String)
    /// There is no value: the row's default is shown.
    case missing
    /// The value cannot be shown, or the expression failed; with the reason.
    case failed(String)
}

extension CompiledExpression {
    /// Evaluates the expression and returns what is shown.
    ///
    /// - Parameters:
    ///   - words: the texts to show for values, if any.
    /// - Returns: the text; missing if the data lacks something; a reason for other errors.
    func shown(_ activation: PassActivation, words: Words?, isReversed: Bool = false) -> Shown {
        do {
            let value = try activation.evaluate(self)
            activation.raw?.append(value)
            return value.shown(words: words, isReversed: isReversed, sharing: activation.fuel)
        } catch {
            let cause = activation.cause(of: error)
            return cause.isMissing ? .missing : .failed(cause.message)
        }
    }
}

extension Value {
    /// What a reader sees of this value.
    ///
    /// - Parameters:
    ///   - words: the texts to show for values, if any; they also apply to a list's elements.
    /// - Returns: integers as digits, decimals in their shortest form, truth values as marks, lists
    ///   as their elements with a space between; inner lists have no spaces.
    func shown(
        words: Words?, isReversed: Bool = false, sharing fuel: SharedFuel, depth: Int = 0
    ) -> Shown {
        switch self {
        case .list(let list):
            return Self.shown(
                list, words: words, isReversed: isReversed, sharing: fuel, depth: depth)
        case .optional(let value):
            return value?.shown(
                words: words, isReversed: isReversed, sharing: fuel, depth: depth) ?? .missing
        case .null: return .missing
        default: break
        }
        guard let plain = plainText else {
            if case .double = self {
                return .failed("expected a number that can be written out")
            }
            return .failed("expected something to show, found \(kind)")
        }
        let lookups = words?.entries.count ?? 0
        guard fuel.take((1 + plain.utf8.count / 64) * (1 + lookups / 8)) else {
            return .failed(RenderPass.outOfFuel)
        }
        if let words, let text = words.text(for: plain) { return .text(text) }
        if case .bool(let truth) = self { return .text((truth ? Icon.yes : Icon.no).character) }
        return .text(plain)
    }

    /// The text that `words` has for the value, or nil.
    private var plainText: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .uint(let number): String(number)
        case .double(let number): Decimal.shortest(number)
        case .bool(let truth): truth ? "true" : "false"
        default: nil
        }
    }

    private static func shown(
        _ list: any ListValue, words: Words?, isReversed: Bool, sharing fuel: SharedFuel, depth: Int
    ) -> Shown {
        // Lists in lists may be as deep as the data's author wants.
        guard depth < RenderLimits.genericDepthMax else {
            return .failed(
                "expected at most \(RenderLimits.genericDepthMax) lists inside each other")
        }
        let count = list.count
        var text = ""
        for at in 0..<count {
            if at > 0, depth == 0 { text += " " }
            let element = list[isReversed ? count - 1 - at : at]
            guard fuel.take(1) else { return .failed(RenderPass.outOfFuel) }
            let shown = element.shown(
                words: words, isReversed: isReversed, sharing: fuel, depth: depth + 1)
            switch shown {
            case .text(let element): text += element
            case .missing: text += Icon.missing.character
            case .failed(let reason): return .failed(reason)
            }
            if text.utf8.count > RenderLimits.cellCodePointsMax { break }
        }
        return .text(text)
    }
}
