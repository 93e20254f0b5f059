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
        case .string(let text)?: return decimals == nil ? Self.words(text) : bounded(text)
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

    /// A word of the data for people: `AutoRun` is Auto Run, and `None` is a cross in every season.
    private static func words(_ text: String) -> String {
        if isNothing(text) { return Icon.no.character }
        switch text {
        case "Yes", "yes", "True": return Icon.yes.character
        default: break
        }
        let isName =
            text.utf8.allSatisfy(isLetterOrDigit)
            && text.utf8.contains { (0x61...0x7A).contains($0) }
        guard isName, let first = text.utf8.first, (0x41...0x5A).contains(first) else {
            return bounded(text)
        }
        return KeyWords(text).title
    }

    /// Whether a word says that there is nothing.
    static func isNothing(_ word: String) -> Bool {
        switch word {
        case "None", "none", "No", "no", "False": true
        default: false
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private func count(_ count: Int) -> String {
        count == 1 ? "1 value" : "\(count) values"
    }
}
