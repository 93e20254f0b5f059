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

    /// The same surroundings, with more fields for whose presence the description asked.
    func adding(_ tested: Set<FieldPlace>) -> CheckScope {
        var scope = self
        scope.tested.formUnion(tested)
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

/// An expression or template and its place.
struct CheckedSource {
    let text: String
    let path: JSONPath
    /// Where it begins in the text at `path`, in code points.
    var offset = 0
}
