import CEL
import CELStandard
import JSON

/// Reads `define`: named expressions in any order; each may use the others.
struct DefineReading {
    /// A name and what is known about it so far.
    private struct Entry {
        let name: String
        let source: String
        let path: JSONPath
        /// The names that it uses: others of the file, and the language's own.
        var uses: Set<String> = []
    }

    private let subject: Subject
    private var entries: [Entry] = []

    init(subject: Subject) {
        self.subject = subject
    }

    /// Reads the object and reports mistakes to `reader`.
    static func read(
        _ cursor: JSONCursor, subject: Subject, _ reader: inout DescriptionReader
    ) -> NamedValues {
        var reading = DefineReading(subject: subject)
        reading.readEntries(cursor, &reader)
        reading.findUses()
        guard reading.isWithoutCircle(&reader) else { return .none }
        return reading.compiled(&reader)
    }

    private mutating func readEntries(_ cursor: JSONCursor, _ reader: inout DescriptionReader) {
        guard case .object(let object) = cursor.value else {
            return reader.reportMismatch("an object", at: cursor)
        }
        guard object.count <= RenderLimits.definesMax else {
            return reader.report(
                "expected at most \(RenderLimits.definesMax) names, found \(object.count)",
                at: cursor.path)
        }
        for member in object.members {
            let path = cursor.path.member(member.key)
            guard isFree(member.key, at: path, &reader) else { continue }
            guard case .string(let source) = member.value else {
                reader.reportMismatch("an expression", at: JSONCursor(member.value, path: path))
                continue
            }
            entries.append(Entry(name: member.key, source: source, path: path))
        }
    }

    /// Whether a name can be used as a variable and is not taken.
    private func isFree(
        _ name: String, at path: JSONPath, _ reader: inout DescriptionReader
    ) -> Bool {
        let taken = subject.gateNames + subject.sideNames + ["item"]
        if taken.contains(name) {
            reader.report(
                "expected a name of its own, found `\(name)`, which is a variable", at: path)
            return false
        }
        let isPlain = name.unicodeScalars.enumerated().allSatisfy { at, scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "_": true
            case "0"..."9": at > 0
            default: false
            }
        }
        guard !name.isEmpty, isPlain else {
            reader.report(
                "expected a name of letters, digits and `_` that begins with no digit, found "
                    + "\"\(name.shortened(to: RenderLimits.keyBytesMax))\"", at: path)
            return false
        }
        // The language reserves some words, and others are its constants.
        let asVariable = try? Environment(variables: [name]).compile(name)
        guard asVariable != nil, !["true", "false", "null"].contains(name) else {
            reader.report(
                "expected a name of its own, found `\(name)`, which is a word of the language",
                at: path)
            return false
        }
        return true
    }

    /// Asks the compiler for each expression's free names, by declaring none.
    private mutating func findUses() {
        let none = Vocabulary.functions
        // Each expression is compiled again, and paid for, when its names are known.
        for at in entries.indices {
            do {
                _ = try none.compile(entries[at].source)
            } catch {
                for finding in error.findings {
                    entries[at].uses.insert(entries[at].source.codePoints(in: finding.range))
                }
            }
        }
    }

    /// Whether no name uses itself.
    ///
    /// Reports the first circle, and gives each entry the names that it uses through others.
    private mutating func isWithoutCircle(_ reader: inout DescriptionReader) -> Bool {
        var places: [String: Int] = [:]
        for (at, entry) in entries.enumerated() where places[entry.name] == nil {
            places[entry.name] = at
        }
        // As many rounds as there are names are enough for the longest chain.
        for _ in entries {
            var changed = false
            for at in entries.indices {
                let before = entries[at].uses.count
                for name in entries[at].uses {
                    if let other = places[name] { entries[at].uses.formUnion(entries[other].uses) }
                }
                changed = changed || entries[at].uses.count != before
            }
            if !changed { break }
        }
        guard let circular = entries.first(where: { $0.uses.contains($0.name) }) else {
            return true
        }
        reader.report(
            "expected a value made from others, found that `\(circular.name)` is made from itself",
            at: circular.path)
        return false
    }

    private func compiled(_ reader: inout DescriptionReader) -> NamedValues {
        let own = entries.map { $0.name }
        let given = subject.gateNames + subject.sideNames + ["item"]
        let environment = Vocabulary.functions.declaring(
            given + own,
            numbers: given.map(VariableNumber.of) + own.indices.map(VariableNumber.ofNamedValue),
            computed: Set(own))
        return NamedValues(
            entries.compactMap { entry in
                let expression = ExpressionReading.compile(
                    entry.source, offset: 0, at: entry.path, in: environment, &reader
                ) { _ in nil }
                guard let expression else { return nil }
                return NamedValue(
                    name: entry.name, expression: expression,
                    usesItem: entry.uses.contains("item"),
                    usesSide: !entry.uses.isDisjoint(with: subject.sideNames))
            })
    }
}
