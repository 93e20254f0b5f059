import CEL
import JSON

extension DescriptionCheck {
    /// A row, or rows under a common label.
    func checkEntry(_ cursor: JSONCursor, _ scope: Scope) {
        guard let rows = member("rows", of: cursor) else { return checkRow(cursor, scope) }
        let inner = scope.adding(checkGates(cursor, scope))
        checkTemplate(member("label", of: cursor), inner)
        for row in elements(rows) { checkRow(row, inner) }
    }

    private func checkRow(_ cursor: JSONCursor, _ scope: Scope) {
        let items = elements(member("each", of: cursor))
        var shown = Shape.none
        for item in items.isEmpty ? [nil] : items.map(Optional.some) {
            var scope = scope
            scope.item = item.map { (Value(json: $0.value), $0) }
            scope.tested.formUnion(checkGates(cursor, scope))
            checkTemplate(member("label", of: cursor), scope)
            if let field = member("field", of: cursor) {
                shown.formUnion(checkField(field, scope))
            }
            for column in [subject.left, subject.right] {
                scope.column = column
                shown.formUnion(checkCell(cursor, scope))
            }
        }
        checkWords(member("words", of: cursor), for: shown)
        if member("otherwise", of: cursor) == nil {
            noteUnhandled(member("words", of: cursor), of: shown)
        }
    }

    /// The shape of what a cell of one side shows, before `words`.
    private func checkCell(_ cursor: JSONCursor, _ scope: Scope) -> Shape {
        var shown = Shape.none
        if let value = member("value", of: cursor), let text = value.value.stringValue {
            shown = check(Source(text: text, path: value.path), scope).shape
            expectShowable(shown, at: value.path)
        }
        shown.formUnion(checkTemplate(member("text", of: cursor), scope))
        for one in elements(member("cases", of: cursor)) {
            let tested = checkCondition(member("when", of: one), scope)
            checkTemplate(member("text", of: one), scope.adding(tested))
        }
        return shown
    }

    /// Reports a value that is always an object, because objects cannot be shown.
    func expectShowable(_ shape: Shape, at path: JSONPath) {
        guard !shape.isUnknown, shape.kinds.subtracting(.null) == .map else { return }
        remark(
            DescriptionFinding(
                path: path, message: "expected something to show, found an object",
                remedy: "name one of its fields"), isWarning: false)
    }

    /// Records the texts of the data that `words` lacks although it has other texts.
    private func noteUnhandled(_ cursor: JSONCursor?, of shape: Shape) {
        let leaves = shape.leaves
        guard let cursor, !leaves.isUnknown, let seen = leaves.texts else { return }
        let words = Set(members(cursor).map { $0.key })
        let missing = seen.subtracting(words).filter { !$0.isEmpty }.sorted()
        guard !missing.isEmpty, !words.isDisjoint(with: seen) else { return }
        unhandled.append((cursor.path, missing))
    }

    /// Compares `words` with the values of the data.
    private func checkWords(_ cursor: JSONCursor?, for shape: Shape) {
        let leaves = shape.leaves
        guard let cursor, !leaves.isUnknown, var seen = leaves.texts else { return }
        if leaves.kinds.contains(.bool) { seen.formUnion(["true", "false"]) }
        let takesNumbers = !leaves.kinds.isDisjoint(with: [.int, .uint, .double])
        let words = members(cursor)
        let mentioned = Set(words.map { $0.key })
        for word in words where !word.key.isEmpty && !seen.contains(word.key) {
            if takesNumbers, Double(word.key) != nil { continue }
            let nearest = Misspelling.nearest(to: word.key, in: seen, except: mentioned)
            remark(
                Wording.unseenText(word.key, nearest: nearest).at(word.cursor.path),
                isWarning: nearest == nil, isAboutKey: true)
        }
    }
}

extension Shape {
    /// The shape of what is shown one by one; for lists, that of their elements.
    fileprivate var leaves: Shape {
        guard kinds.contains(.list), kinds != .any else { return self }
        var leaves = Shape(kinds.subtracting(.list), texts: texts)
        leaves.formUnion(elements.first?.leaves ?? .unknown)
        return leaves
    }
}
