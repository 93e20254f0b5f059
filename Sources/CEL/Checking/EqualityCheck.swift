/// Compares two values, as far as something is known about them.
struct EqualityCheck {
    /// The texts that are written out in the expression: none of them is a misspelling of another.
    let mentioned: Set<String>

    /// True if two values may be equal.
    ///
    /// Null may stand for any value, and numbers of all kinds compare.
    func canEqual(_ left: Known, _ right: Known) -> Bool {
        guard !left.isUnknown, !right.isUnknown else { return true }
        return !left.shape.kinds.comparable.isDisjoint(with: right.shape.kinds.comparable)
    }

    /// Reports a fixed text that the other value has in no example.
    func expectSeen(
        _ constant: Known, in value: Known, at range: SourceRange, _ record: inout CheckRecord
    ) {
        guard case .string(let text)? = constant.constant, value.constant == nil,
            !value.isUnknown, !text.isEmpty
        else { return }
        guard let texts = value.shape.texts, !texts.contains(text) else {
            return record.reportFound(at: range)
        }
        guard !texts.isEmpty else { return }
        let nearest = Misspelling.nearest(to: text, in: texts, except: mentioned)
        record.report(.unseenText(text, nearest: nearest), at: range)
    }
}
