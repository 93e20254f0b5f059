import CEL
import JSON

/// The rows of a description: what their cells show, and their words.
extension DescriptionCheck {
    /// A row, or rows under a common label.
    func checkEntry(_ cursor: JSONCursor, _ scope: CheckScope) {
        guard let rows = cursor["rows"] else { return checkRow(cursor, scope) }
        let condition = checkGates(cursor, scope)
        guard condition.constant != false else { return }
        let inner = scope.behind(condition)
        expressions.checkTemplate(cursor["label"], inner)
        for row in rows.elementsIfAny { checkRow(row, inner) }
    }

    /// `needs`, `unless` and `when`.
    func checkGates(_ cursor: JSONCursor, _ scope: CheckScope) -> CheckedCondition {
        let presence = CheckedCondition(tested: checkPresence(cursor, scope))
        var condition = expressions.checkCondition(cursor["when"], scope.behind(presence))
        condition.tested.formUnion(presence.tested)
        return condition
    }

    private func checkRow(_ cursor: JSONCursor, _ scope: CheckScope) {
        let items = CheckedItem.all(of: cursor["each"])
        var shown = Shape.none
        for item in items.isEmpty ? [nil] : items.map(Optional.some) {
            var scope = scope
            scope.item = item
            scope.expectsMissing = scope.expectsMissing || cursor["default"] != nil
            let condition = checkGates(cursor, scope)
            // The row is never there for this element.
            guard condition.constant != false else { continue }
            scope = scope.behind(condition)
            expressions.checkTemplate(cursor["label"], scope)
            if let field = cursor["field"] {
                shown.formUnion(checkField(field, scope))
            }
            for column in [subject.left, subject.right] {
                scope.column = column
                shown.formUnion(checkCell(cursor, scope))
            }
        }
        checkWords(cursor["words"], for: shown)
        if cursor["otherwise"] == nil { addUnhandled(cursor["words"], of: shown) }
    }

    /// The shape of what a cell of one side shows, before `words`.
    private func checkCell(_ cursor: JSONCursor, _ scope: CheckScope) -> Shape {
        var shown = Shape.none
        if let value = cursor["value"], let text = value.value.stringValue {
            shown = expressions.check(CheckedSource(text: text, path: value.path), scope)
            record.expectShowable(shown, at: value.path)
        }
        shown.formUnion(expressions.checkTemplate(cursor["text"], scope))
        // Whoever reads a later case has asked what the earlier ones ask.
        var scope = scope
        for one in cursor["cases"]?.elementsIfAny ?? [] {
            let condition = expressions.checkCondition(one["when"], scope)
            scope = scope.behind(condition)
            if condition.constant != false { expressions.checkTemplate(one["text"], scope) }
            if condition.constant == true { break }
        }
        return shown
    }

    /// Records the texts of the data that `words` lacks although it has other texts.
    private func addUnhandled(_ cursor: JSONCursor?, of shape: Shape) {
        let leaves = shape.leaves
        guard let cursor, !leaves.isUnknown, let seen = leaves.texts else { return }
        let words = Set(cursor.membersIfAny.map { $0.key })
        let missing = seen.subtracting(words).filter { !$0.isEmpty }.sorted()
        guard !missing.isEmpty, !words.isDisjoint(with: seen) else { return }
        record.addUnhandled(missing, at: cursor.path)
    }

    /// Compares `words` with the values of the data.
    private func checkWords(_ cursor: JSONCursor?, for shape: Shape) {
        let leaves = shape.leaves
        guard let cursor, !leaves.isUnknown, var seen = leaves.texts else { return }
        if leaves.kinds.contains(.bool) { seen.formUnion(["true", "false"]) }
        let takesNumbers = !leaves.kinds.isDisjoint(with: [.int, .uint, .double])
        let words = cursor.membersIfAny
        let mentioned = Set(words.map { $0.key })
        for word in words where !word.key.isEmpty && !seen.contains(word.key) {
            if takesNumbers, Double(word.key) != nil { continue }
            let nearest = Misspelling.nearest(to: word.key, in: seen, except: mentioned)
            record.remark(
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
