import JSON

/// Something that a description cannot compute for some data, and where its author finds it.
package struct RenderFailure: Hashable, Sendable {
    /// The row, the note, the condition or the title in the description.
    package let path: JSONPath
    /// The row's label, if it is known.
    package let label: String?
    /// What was expected and what was found.
    package let reason: String
    /// The expression that failed; nil where a limit of the whole table is reached.
    package let source: String?

    /// The place of the expression, as exactly as the description's tree tells it.
    package func finding(in json: JSON) -> DescriptionFinding {
        let value = path.steps.reduce(json) { value, step in
            switch step {
            case .member(let key): value[key] ?? .null
            case .element(let at): value.arrayValue?.dropFirst(at).first ?? .null
            }
        }
        return source.flatMap { finding($0, in: JSONCursor(value, path: path)) }
            ?? DescriptionFinding(path: path, message: reason)
    }

    /// It recurses as deep as a description, which is limited.
    private func finding(_ source: String, in cursor: JSONCursor) -> DescriptionFinding? {
        guard let text = cursor.value.stringValue else {
            let parts = cursor.elementsIfAny + cursor.membersIfAny.map { $0.cursor }
            return parts.lazy.compactMap { finding(source, in: $0) }.first
        }
        guard let offset = Self.offset(of: source, in: text) else { return nil }
        return DescriptionFinding(
            path: cursor.path, offset: offset, length: source.unicodeScalars.count,
            message: reason)
    }

    /// The code points before a part of a text; Embedded Swift has no search for texts.
    private static func offset(of part: String, in text: String) -> Int? {
        let (all, part) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
        guard !part.isEmpty, part.count <= all.count else { return nil }
        return (0...(all.count - part.count)).first {
            all[$0..<$0 + part.count].elementsEqual(part)
        }
    }
}

extension Renderer {
    /// What a description cannot compute for a match or for statistics.
    ///
    /// - Returns: the failures in the order of the description; each counts once, even if both columns have it.
    package func failures(of description: Description, for data: TableSource) -> [RenderFailure] {
        guard let values = values(of: data), description.subject == values.subject else {
            return []
        }
        var pass = RenderPass(values, with: description)
        if pass.applies(), !pass.tables().isEmpty { _ = pass.notes() }
        var seen: Set<RenderFailure> = []
        return pass.failures
            .map {
                RenderFailure(
                    path: $0.place.path($0.part), label: $0.label, reason: $0.reason,
                    source: $0.source)
            }
            .filter { seen.insert($0).inserted }
    }
}
