import JSON
import Yams

/// Where each value of a tree was written; looked up only when there is something to report.
struct SourceMap {
    private let source: SourceText
    private let root: Node

    init(source: SourceText, root: Node) {
        self.source = source
        self.root = root
    }

    /// Which part of a member a diagnostic is about.
    enum Part {
        case key
        case value
    }

    /// The place of the value at `path`, or of what of it exists.
    ///
    /// - Parameters:
    ///   - path: the way to the value.
    ///   - part: whether its key or the value itself is meant; elements of lists have no key.
    /// - Returns: the place, at the nearest parent where the way breaks off.
    func place(of path: JSONPath, part: Part) -> Diagnostic.Place {
        let found = walk(path)
        if part == .key || !found.isComplete, let key = found.key { return place(of: key) }
        return place(of: found.node)
    }

    /// The place of a stretch inside the text at `path`.
    ///
    /// - Parameters:
    ///   - path: the way to the text.
    ///   - offset: code points from the text's start.
    ///   - length: code points covered.
    /// - Returns: the place in the file, through quotes, escapes, folding and indentation; the text's
    ///   start where it cannot be told exactly.
    func place(inTextAt path: JSONPath, offset: Int, length: Int) -> Diagnostic.Place {
        let found = walk(path)
        guard found.isComplete, case .scalar(let scalar) = found.node,
            let position = ScalarPositions.position(of: offset, in: scalar, source: source)
        else { return place(of: path, part: .value) }
        var covered = 1
        if length > 1,
            let last = ScalarPositions.position(
                of: offset + length - 1, in: scalar, source: source),
            last.line == position.line
        {
            covered = last.column - position.column + 1
        }
        return source.place(position, length: covered)
    }

    private func walk(_ path: JSONPath) -> (node: Node, key: Node?, isComplete: Bool) {
        var node = root
        var key: Node?
        for step in path.steps {
            switch (step, node) {
            case (.member(let name), .mapping(let mapping)):
                let pair = mapping.first {
                    $0.key.scalar?.string.unicodeScalars.elementsEqual(name.unicodeScalars) == true
                }
                guard let pair else { return (node, key, false) }
                (key, node) = (pair.key, pair.value)
            case (.element(let index), .sequence(let sequence)):
                guard sequence.indices.contains(index) else { return (node, key, false) }
                (key, node) = (nil, sequence[index])
            default: return (node, key, false)
            }
        }
        return (node, key, true)
    }

    private func place(of node: Node) -> Diagnostic.Place {
        let position = TextPosition(node.mark)
        guard case .scalar(let scalar) = node else { return source.place(position) }
        let count = scalar.string.unicodeScalars.count
        switch scalar.style {
        case .plain, .any:
            let rest = source.place(position).line.unicodeScalars.count - position.column + 1
            return source.place(position, length: min(count, rest))
        case .singleQuoted, .doubleQuoted:
            guard
                let last = ScalarPositions.position(of: count - 1, in: scalar, source: source),
                last.line == position.line
            else { return source.place(position) }
            return source.place(position, length: last.column - position.column + 2)
        case .literal, .folded: return source.place(position)
        }
    }
}
