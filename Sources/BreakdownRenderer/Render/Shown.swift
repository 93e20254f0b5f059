import CEL
import JSON

/// What a reader sees of a value.
enum Shown: Equatable {
    case text(String)
    /// There is no value: the row's default is shown.
    case missing
    /// The value cannot be shown, or the expression failed; with the reason.
    case failed(String)
}

extension Expression {
    /// Evaluates the expression and returns what is shown.
    ///
    /// - Parameters:
    ///   - words: the texts to show for values, if any.
    ///   - isReversed: whether a list is shown in reverse.
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
    ///   - isReversed: whether lists are shown in reverse.
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
