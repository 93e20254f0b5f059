import CEL
import JSON

/// Goes through a description's tree and compares each field, word and expression with examples.
///
/// The tree was already decoded without a finding, so this ignores values of a wrong form.
struct DescriptionCheck {
    let subject: Subject
    let evidence: Evidence
    let record = CheckRecord()
    let expressions: ExpressionCheck

    static func check(_ json: JSON, of subject: Subject, against evidence: Evidence) -> CheckRecord
    {
        let description = JSONCursor(json)
        let check = DescriptionCheck(description, subject, evidence)
        check.check(description)
        return check.record
    }

    private init(_ description: JSONCursor, _ subject: Subject, _ evidence: Evidence) {
        self.subject = subject
        self.evidence = evidence
        var named: [String: CheckedSource] = [:]
        for (name, source) in description["define"]?.membersIfAny ?? [] {
            if let text = source.value.stringValue {
                named[name] = CheckedSource(text: text, path: source.path)
            }
        }
        expressions = ExpressionCheck(
            subject: subject, evidence: evidence, named: named, record: record)
    }

    private func check(_ description: JSONCursor) {
        var whole = CheckScope()
        whole.expectsMissing = description["default"] != nil
        expressions.checkCondition(description["applies"], CheckScope())
        for table in description["tables"]?.elementsIfAny ?? [] {
            let scope = whole.behind(expressions.checkCondition(table["when"], whole))
            expressions.checkTemplate(table["title"], scope)
            for row in table["rows"]?.elementsIfAny ?? [] { checkEntry(row, scope) }
        }
        for note in description["notes"]?.elementsIfAny ?? [] {
            let scope = CheckScope().behind(checkGates(note, CheckScope()))
            expressions.checkTemplate(note["text"], scope)
        }
    }
}

/// Reads a tree whose form is known, and takes a value of a wrong form for none.
extension JSONCursor {
    /// The member `key`; nil if this is no object or has no such member.
    subscript(key: String) -> JSONCursor? {
        value[key].map { JSONCursor($0, path: path.member(key)) }
    }

    /// A cursor at each element; none if this is no list.
    var elementsIfAny: [JSONCursor] { (try? elements()) ?? [] }

    /// A cursor at each member, with its key; none if this is no object.
    var membersIfAny: [(key: String, cursor: JSONCursor)] { (try? members()) ?? [] }
}

/// The surroundings of an expression in a description.
struct CheckScope {
    /// The column, in a cell.
    var column: Subject.Column?
    var item: CheckedItem?
    /// Whether the description says in `default` what a missing value shows: then an element may lack a key.
    var expectsMissing = false
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

/// An element of `each` and its place.
struct CheckedItem {
    let value: Value
    let cursor: JSONCursor
    /// How many elements of the same `each` have a key.
    let counts: [String: Int]

    /// Whether no other element has this key, so that it may be a misspelt one.
    func isAlone(_ key: String?) -> Bool { key.flatMap { counts[$0] } == 1 }

    /// The elements of a list.
    static func all(of each: JSONCursor?) -> [CheckedItem] {
        let elements = each?.elementsIfAny ?? []
        var counts: [String: Int] = [:]
        for element in elements {
            for key in element.value.objectValue?.keys ?? [] { counts[key, default: 0] += 1 }
        }
        return elements.map {
            CheckedItem(value: Value(json: $0.value), cursor: $0, counts: counts)
        }
    }
}

/// What the check of a condition has found; by itself, no condition.
struct CheckedCondition {
    /// The fields that no example has and whose presence it asks for.
    var tested: Set<FieldPlace> = []
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
