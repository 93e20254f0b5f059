import CEL
import JSON

/// Goes through a description's tree and compares each field, word and expression with the
/// evidence.
///
/// The tree has been decoded without a finding: what is not of the right form is passed over here.
/// A class, because one expression's check leads to those of the named values in it.
final class DescriptionCheck {
    let subject: Subject
    let evidence: Evidence
    /// Gives each expression all names: whether they may stand there was judged before.
    private(set) var environment = Environment(variables: [])
    private(set) var named: [String: Source] = [:]
    /// In the order of the tree.
    var remarks: [DescriptionRemark] {
        found.filter { !seen.contains(Place(path: $0.finding.path, offset: $0.finding.offset)) }
    }

    private var found: [DescriptionRemark] = []
    /// Where a text was not found for one element of `each`, but for another.
    private var seen: Set<Place> = []
    private var places: [Place: Int] = [:]
    /// What each expression came to: both columns mostly ask for the same, and named values made
    /// from others made from others would otherwise take a time that grows with the power of their
    /// number.
    var known: [OutcomePlace: Outcome] = [:]
    /// Each text parsed; nil for what is no expression.
    var expressions: [String: CheckedExpression?] = [:]
    /// What is known of the variables, by the column's key.
    var variables: [String?: [String: Known]] = [:]
    /// The names that a named value is made from, directly or not.
    var namesReached: [String: Set<String>] = [:]

    /// The fields that are read, by canonical place.
    var use = FieldUse()
    /// Values that a row's `words` have no text for, by the path of the words.
    var unhandled: [(path: JSONPath, words: [String])] = []

    /// An expression or template and where it stands.
    struct Source {
        let text: String
        let path: JSONPath
        /// Where it begins in the text at `path`, in code points.
        var offset = 0
    }

    /// What the place of an expression gives it to know.
    struct Scope {
        /// The column, in a cell.
        var column: Subject.Column?
        /// The element of `each` and where it stands.
        var item: (value: Value, cursor: JSONCursor)?
        /// Fields that no example has, but whose presence was asked for before.
        var tested: Set<FieldPlace> = []

        func adding(_ tested: Set<FieldPlace>) -> Scope {
            var scope = self
            scope.tested.formUnion(tested)
            return scope
        }
    }

    /// An expression's place and what of its surroundings it depends on.
    struct OutcomePlace: Hashable {
        let path: JSONPath
        let offset: Int
        let isInCell: Bool
        let column: String?
        let item: JSONPath?
    }

    private struct Place: Hashable {
        let path: JSONPath
        let offset: Int?
    }

    init(subject: Subject, evidence: Evidence) {
        self.subject = subject
        self.evidence = evidence
    }

    func checkDescription(_ cursor: JSONCursor) {
        for (name, source) in members(member("define", of: cursor)) {
            if let text = source.value.stringValue {
                named[name] = Source(text: text, path: source.path)
            }
        }
        environment = Environment(
            variables: subject.gateNames + subject.sideNames + ["item"] + named.keys,
            functions: HostFunctions.all)
        checkCondition(member("applies", of: cursor), Scope())
        for table in elements(member("tables", of: cursor)) {
            let scope = Scope(tested: checkCondition(member("when", of: table), Scope()))
            checkTemplate(member("title", of: table), scope)
            for row in elements(member("rows", of: table)) { checkEntry(row, scope) }
        }
        for note in elements(member("notes", of: cursor)) {
            let scope = Scope(tested: checkGates(note, Scope()))
            checkTemplate(member("text", of: note), scope)
        }
    }

    /// Adds a remark; of several about one place, which come from several items, the first counts,
    /// but an error before a warning.
    func remark(_ finding: DescriptionFinding, isWarning: Bool, isAboutKey: Bool = false) {
        let place = Place(path: finding.path, offset: finding.offset)
        let remark = DescriptionRemark(
            finding: finding, isWarning: isWarning, isAboutKey: isAboutKey)
        if let at = places[place] {
            if found[at].isWarning, !isWarning { found[at] = remark }
        } else if found.count < CheckLimits.remarksMax {
            places[place] = found.count
            found.append(remark)
        }
    }

    /// Takes back what was said, or will be, about a text that is seen after all.
    func confirm(_ path: JSONPath, _ offset: Int) {
        seen.insert(Place(path: path, offset: offset))
    }
}

// MARK: - The tree

extension DescriptionCheck {
    func member(_ key: String, of cursor: JSONCursor?) -> JSONCursor? {
        guard let cursor, let value = cursor.value[key] else { return nil }
        return JSONCursor(value, path: cursor.path.member(key))
    }

    func elements(_ cursor: JSONCursor?) -> [JSONCursor] {
        guard let cursor, case .array(let elements) = cursor.value else { return [] }
        return elements.enumerated().map { JSONCursor($1, path: cursor.path.element($0)) }
    }

    func members(_ cursor: JSONCursor?) -> [(key: String, cursor: JSONCursor)] {
        guard let cursor, case .object(let object) = cursor.value else { return [] }
        return object.members.map {
            ($0.key, JSONCursor($0.value, path: cursor.path.member($0.key)))
        }
    }
}
