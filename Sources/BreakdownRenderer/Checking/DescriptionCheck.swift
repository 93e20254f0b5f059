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
        expressions.checkCondition(description["applies"], CheckScope())
        for table in description["tables"]?.elementsIfAny ?? [] {
            let scope = CheckScope().behind(expressions.checkCondition(table["when"], CheckScope()))
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
