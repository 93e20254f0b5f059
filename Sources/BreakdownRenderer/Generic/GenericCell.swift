import JSON

/// How the generic table writes a value.
struct GenericCell {
    /// Decimals of a number that is not whole; nil for all that it has.
    let decimals: Int?

    /// The text of a value; objects and lists without rows of their own are only counted.
    func text(_ json: JSON?) -> String {
        switch json {
        case nil, .null?: return Icon.missing.character
        case .bool(let truth)?: return (truth ? Icon.yes : Icon.no).character
        case .integer(let number)?: return String(number)
        case .bigInteger(let digits)?: return digits
        case .double(let number)?: return text(number)
        case .string(let text)?: return bounded(text)
        case .object(let object)?: return count(object.count)
        case .array(let elements)?:
            if elements.isEmpty { return Icon.missing.character }
            if GenericFlattening.isNested(json) { return count(elements.count) }
            let shown = elements.prefix(RenderLimits.genericElementsMax).map { text($0) }
            let isCut = elements.count > shown.count
            return bounded(
                (shown + (isCut ? [Icon.ellipsis.character] : []))
                    .joined(separator: decimals == nil ? " " : " / "))
        }
    }

    private func text(_ number: Double) -> String {
        let isWhole = number == number.rounded()
        return (isWhole ? nil : decimals.flatMap { Decimal.fixed(number, digits: $0) })
            ?? Decimal.shortest(number) ?? Icon.warning.character
    }

    private func count(_ count: Int) -> String {
        count == 1 ? "1 value" : "\(count) values"
    }
}
