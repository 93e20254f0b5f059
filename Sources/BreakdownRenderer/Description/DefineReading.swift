import CEL
import CELStandard
import JSON

/// A name of `define` and what is known about it so far.
private struct Definition {
    let name: String
    let source: String
    let path: JSONPath
    /// The names that it uses: others of the file, and the language's own.
    var uses: Set<String> = []
}

// `define`: named expressions in any order; each may use the others.
extension DescriptionReader {
    /// Reads the object.
    mutating func readNamedValues(_ cursor: JSONCursor) -> NamedValues {
        var entries = readDefinitions(cursor)
        addUses(to: &entries)
        return isWithoutCircle(&entries) ? compiled(entries) : .none
    }

    private mutating func readDefinitions(_ cursor: JSONCursor) -> [Definition] {
        guard case .object(let object) = cursor.value else {
            reportMismatch("an object", at: cursor)
            return []
        }
        guard object.count <= RenderLimits.definesMax else {
            report(
                "expected at most \(RenderLimits.definesMax) names, found \(object.count)",
                at: cursor.path)
            return []
        }
        var entries: [Definition] = []
        for member in object.members {
            let path = cursor.path.member(member.key)
            guard isFree(member.key, at: path) else { continue }
            guard case .string(let source) = member.value else {
                reportMismatch("an expression", at: JSONCursor(member.value, path: path))
                continue
            }
            entries.append(Definition(name: member.key, source: source, path: path))
        }
        return entries
    }

    /// Whether a name can be used as a variable and is not taken.
    private mutating func isFree(_ name: String, at path: JSONPath) -> Bool {
        let taken = vocabulary.subject.gateNames + vocabulary.subject.sideNames + ["item"]
        if taken.contains(name) {
            report(
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
            report(
                "expected a name of letters, digits and `_` that begins with no digit, found "
                    + "\"\(name.shortened(to: RenderLimits.keyBytesMax))\"", at: path)
            return false
        }
        // The language reserves some words, and others are its constants.
        let asVariable = try? Environment(variables: [name]).compile(name)
        guard asVariable != nil, !["true", "false", "null"].contains(name) else {
            report(
                "expected a name of its own, found `\(name)`, which is a word of the language",
                at: path)
            return false
        }
        return true
    }

    /// Asks the compiler for each expression's free names, by declaring none.
    private func addUses(to entries: inout [Definition]) {
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
    private mutating func isWithoutCircle(_ entries: inout [Definition]) -> Bool {
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
        report(
            "expected a value made from others, found that `\(circular.name)` is made from itself",
            at: circular.path)
        return false
    }

    private mutating func compiled(_ entries: [Definition]) -> NamedValues {
        let own = entries.map { $0.name }
        let sideNames = vocabulary.subject.sideNames
        let given = vocabulary.subject.gateNames + sideNames + ["item"]
        let environment = Vocabulary.functions.declaring(
            given + own,
            numbers: given.map(VariableNumber.of) + own.indices.map(VariableNumber.ofNamedValue),
            computed: Set(own))
        return NamedValues(
            entries.compactMap { entry in
                let expression = compile(
                    entry.source, offset: 0, at: entry.path, in: environment
                ) { _ in nil }
                guard let expression else { return nil }
                return NamedValue(
                    name: entry.name, expression: expression,
                    usesItem: entry.uses.contains("item"),
                    usesSide: !entry.uses.isDisjoint(with: sideNames))
            })
    }
}
