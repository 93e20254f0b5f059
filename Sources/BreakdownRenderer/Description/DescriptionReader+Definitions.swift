import CEL
import JSON

/// A name of `define` and what is known about it so far.
private struct Definition {
    let name: String
    let source: String
    let path: JSONPath
    /// The variables and definitions that it is made from, directly or through others.
    var uses: [String] = []
}

// `define`: named expressions in any order; each may use the others.
extension DescriptionReader {
    /// The variables that every description of this kind has.
    private var variables: [String] {
        vocabulary.subject.gateNames + vocabulary.subject.sideNames + ["item"]
    }

    /// Reads the object.
    mutating func readNamedValues(_ cursor: JSONCursor) -> [NamedValue] {
        var entries = readDefinitions(cursor)
        addUses(to: &entries)
        if let circular = entries.first(where: { $0.uses.contains($0.name) }) {
            report(
                "expected a value that does not use itself, found that `\(circular.name)` does",
                at: circular.path)
            return []
        }
        return compiled(entries)
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
        if variables.contains(name) {
            report("expected a new name, found `\(name)`, which is a variable", at: path)
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
                "expected a new name, found `\(name)`, which the language reserves",
                at: path)
            return false
        }
        return true
    }

    private func addUses(to entries: inout [Definition]) {
        let known = variables + entries.map { $0.name }
        for at in entries.indices {
            let names = (try? Vocabulary.functions.names(in: entries[at].source)) ?? []
            entries[at].uses = names.filter { known.contains($0) }
        }
        for at in entries.indices {
            var next = 0
            while next < entries[at].uses.count {
                let used = entries[at].uses[next]
                next += 1
                guard let other = entries.first(where: { $0.name == used }) else { continue }
                for name in other.uses where !entries[at].uses.contains(name) {
                    entries[at].uses.append(name)
                }
            }
        }
    }

    private mutating func compiled(_ entries: [Definition]) -> [NamedValue] {
        let own = entries.map { $0.name }
        let given = variables
        let sideNames = vocabulary.subject.sideNames
        let environment = Vocabulary.functions.declaring(
            given + own,
            numbers: given.map(VariableNumber.of) + own.indices.map(VariableNumber.ofNamedValue),
            computed: own)
        return entries.compactMap { entry in
            let expression = compile(
                entry.source, offset: 0, at: entry.path, in: environment
            ) { _ in nil }
            guard let expression else { return nil }
            return NamedValue(
                name: entry.name, expression: expression, usesItem: entry.uses.contains("item"),
                usesSide: entry.uses.contains { sideNames.contains($0) })
        }
    }
}
