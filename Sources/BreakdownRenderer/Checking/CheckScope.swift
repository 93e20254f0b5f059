import CEL
import JSON

/// The surroundings of an expression in a description.
struct CheckScope {
    /// The column, in a cell.
    var column: Subject.Column?
    /// The element of `each` and its place.
    var item: (value: Value, cursor: JSONCursor)?
    /// Fields that no example has, but for whose presence the description asked earlier.
    var tested: Set<FieldPlace> = []
    /// Whether the description asked for the kind of a value earlier, so no kind is a mistake here.
    var asksForKind = false

    /// The surroundings of what a condition decides about.
    func behind(_ condition: CheckedCondition) -> CheckScope {
        var scope = self
        scope.tested.formUnion(condition.tested)
        scope.asksForKind = asksForKind || condition.asksForKind
        return scope
    }

    /// The place of a key in the element of `each`, if the key is literal there.
    func pathOfItem(_ key: String) -> JSONPath? {
        guard let cursor = item?.cursor else { return nil }
        if cursor.value.stringValue == key { return cursor.path }
        let member = cursor.value.objectValue?.members.first { $0.value.stringValue == key }
        return member.map { cursor.path.member($0.key) }
    }
}

/// What the check of a condition has found; by itself, no condition.
struct CheckedCondition {
    /// The fields that no example has and whose presence it asks for.
    var tested: Set<FieldPlace> = []
    /// Whether it asks for the kind of a value.
    var asksForKind = false
    /// Its value, if that is the same for all data.
    var constant: Bool?
}

/// An expression or template and its place.
struct CheckedSource {
    let text: String
    let path: JSONPath
    /// Where it begins in the text at `path`, in code points.
    var offset = 0
}
