import CEL
import CELStandard
import JSON

/// Goes through a description's tree and compares each field, word and expression with the
/// evidence.
///
/// The tree was already decoded without a finding, so this ignores values of a wrong form. It is a
/// class, because the check of one expression leads to the checks of its named values.
final class DescriptionCheck {
    let subject: Subject
    let evidence: Evidence
    /// Gives each expression all names; the decoder has checked which names may be used where.
    private(set) var environment = Environment(variables: [])
    private(set) var named: [String: Source] = [:]
    /// In the order of the tree.
    var remarks: [DescriptionRemark] {
        found.filter { !seen.contains(Place(path: $0.finding.path, offset: $0.finding.offset)) }
    }

    private var found: [DescriptionRemark] = []
    /// The places where a text was missing for one element of `each` but may be found for another.
    private var seen: Set<Place> = []
    private var places: [Place: Int] = [:]
    /// The results of all expressions.
    ///
    /// Both columns usually ask for the same. Without this memory, named values that use named
    /// values would take exponential time.
    var known: [OutcomePlace: Outcome] = [:]
    /// Each parsed text; nil if it is not an expression.
    var expressions: [String: CheckedExpression?] = [:]
    /// What is known about the variables, by the column's key.
    var variables: [String?: [String: Known]] = [:]
    /// The names that a named value uses, directly or through others.
    var namesReached: [String: Set<String>] = [:]

    /// The fields that are read, by one name for each place.
    var use = FieldUse()
    /// Values for which a row's `words` have no text, by the path of the words.
    var unhandled: [(path: JSONPath, words: [String])] = []

    /// An expression or template and its place.
    struct Source {
        let text: String
        let path: JSONPath
        /// Where it begins in the text at `path`, in code points.
        var offset = 0
    }

    /// The surroundings of an expression.
    struct Scope {
        /// The column, in a cell.
        var column: Subject.Column?
        /// The element of `each` and its place.
        var item: (value: Value, cursor: JSONCursor)?
        /// Fields that no example has, but for whose presence the description asked earlier.
        var tested: Set<FieldPlace> = []

        func adding(_ tested: Set<FieldPlace>) -> Scope {
            var scope = self
            scope.tested.formUnion(tested)
            return scope
        }
    }

    /// An expression's place and the surroundings that matter for it.
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
            functions: HostFunctions.all, libraries: .standard)
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

    /// Adds a remark.
    ///
    /// Several items may lead to several remarks at one place: the first counts, but an error wins
    /// over a warning.
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

    /// Removes earlier and later remarks on a text that was found after all.
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
