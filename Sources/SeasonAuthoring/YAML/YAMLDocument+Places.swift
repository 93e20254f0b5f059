import JSON

/// A part of one line of a text.
package struct YAMLSpan: Equatable, Sendable {
    package let position: TextPosition
    /// Code points that it covers on its line, from 1.
    package let length: Int

    init(_ position: TextPosition, length: Int = 1) {
        self.position = position
        self.length = max(1, length)
    }
}

extension YAMLDocument {
    /// The place of the value at a path.
    ///
    /// - Returns: the place of the value; if the path ends early, the place of its nearest parent's key.
    package func span(ofValueAt path: JSONPath) -> YAMLSpan {
        let found = walk(path)
        if !found.isComplete, let key = found.key { return span(of: key) }
        return span(of: found.node)
    }

    /// The place of the key whose value is at a path; the value's place if it has no key.
    ///
    /// - Returns: the place; if the path ends early, the place of the nearest parent.
    package func span(ofKeyAt path: JSONPath) -> YAMLSpan {
        let found = walk(path)
        return span(of: found.key ?? found.node)
    }

    /// The place of a part of the text at a path, through quotes, escapes, folding and indentation.
    ///
    /// - Returns: the place; the whole text's place if the part cannot be found exactly.
    package func span(ofTextAt path: JSONPath, offset: Int, length: Int) -> YAMLSpan {
        let found = walk(path)
        guard found.isComplete, let places = ScalarPlaces(of: found.node, in: lines),
            let position = places.position(of: offset)
        else { return span(ofValueAt: path) }
        guard length > 1, let last = places.position(of: offset + length - 1),
            last.line == position.line
        else { return YAMLSpan(position) }
        return YAMLSpan(position, length: last.column - position.column + 1)
    }

    /// The lines on which a part of the text at a path is written, with what each of them has of it.
    ///
    /// - Returns: one piece for each line; none if the part cannot be found exactly.
    package func lines(
        ofTextAt path: JSONPath, offset: Int, length: Int
    ) -> [(start: TextPosition, text: String)] {
        let found = walk(path)
        guard found.isComplete, let text = found.node.text,
            let places = ScalarPlaces(of: found.node, in: lines)
        else { return [] }
        var pieces: [(start: TextPosition, text: String)] = []
        for (at, scalar) in text.unicodeScalars.enumerated().dropFirst(offset).prefix(length) {
            guard let place = places.position(of: at) else { return [] }
            if pieces.last?.start.line != place.line { pieces.append((place, "")) }
            pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
        }
        return pieces
    }

    /// The text in `{a}`, a mapping of keys without values; nil if something else is written at a path.
    func textInBraces(at path: JSONPath) -> String? {
        let found = walk(path)
        guard found.isComplete, case .mapping(let members, isInBraces: true) = found.node.content,
            !members.isEmpty, members.allSatisfy({ $0.value.text?.isEmpty == true })
        else { return nil }
        return members.map { $0.key.text ?? "" }.joined(separator: ", ")
    }

    private func walk(_ path: JSONPath) -> (node: YAMLNode, key: YAMLNode?, isComplete: Bool) {
        var node = root
        var key: YAMLNode?
        for step in path.steps {
            switch (step, node.content) {
            case (.member(let name), .mapping(let members, _)):
                let member = members.first {
                    $0.key.text?.unicodeScalars.elementsEqual(name.unicodeScalars) == true
                }
                guard let member else { return (node, key, false) }
                (key, node) = (member.key, member.value)
            case (.element(let index), .sequence(let elements)):
                guard elements.indices.contains(index) else { return (node, key, false) }
                (key, node) = (nil, elements[index])
            default: return (node, key, false)
            }
        }
        return (node, key, true)
    }

    private func span(of node: YAMLNode) -> YAMLSpan {
        guard case .scalar(_, let style) = node.content, !style.isBlock else {
            return YAMLSpan(node.start)
        }
        guard node.start.line != node.end.line else {
            return YAMLSpan(node.start, length: node.end.column - node.start.column)
        }
        let line = lines.dropFirst(node.start.line - 1).first ?? ""
        return YAMLSpan(node.start, length: line.unicodeScalars.count - node.start.column + 1)
    }
}
