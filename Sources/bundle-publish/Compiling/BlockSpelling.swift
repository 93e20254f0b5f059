import JSON

/// Reads literal (`|`) and folded (`>`) scalars with positions (YAML 1.2.2 §8.1).
enum BlockSpelling {
    /// Reads a scalar's code points.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - start: where its `|` or `>` stands.
    ///   - folds: whether single line ends are spaces.
    ///   - lengthMax: code points of the value: chomping is not worked out a second time.
    /// - Returns: the code points; none where the header gives the indentation as a number.
    static func read(
        _ source: SourceText, at start: TextPosition, folds: Bool, lengthMax: Int
    ) -> [SpelledScalar] {
        guard source.lines.indices.contains(start.line - 1) else { return [] }
        let header = source.lines[start.line - 1].unicodeScalars.dropFirst(start.column)
            .prefix { $0 != "#" }
        // The number counts from the parent's indentation, which is not known here.
        guard !header.contains(where: { ("1"..."9").contains($0) }) else { return [] }
        let lines = source.lines.dropFirst(start.line).map { Array($0.unicodeScalars) }
        guard let first = lines.first(where: { line in line.contains { $0 != " " } }) else {
            return []
        }
        let indentation = first.prefix { $0 == " " }.count

        var spelled: [SpelledScalar] = []
        var breaks: [TextPosition] = []
        var previousIsText: Bool?
        for (at, line) in lines.enumerated() {
            guard spelled.count < lengthMax else { break }
            let number = start.line + 1 + at
            let end = TextPosition(line: number, column: line.count + 1)
            if line.count <= indentation, line.allSatisfy({ $0 == " " }) {
                breaks.append(end)
                continue
            }
            guard line.prefix(while: { $0 == " " }).count >= indentation else { break }
            // Lines that start with more space keep their line ends.
            let isText = line[indentation] != " " && line[indentation] != "\t"
            if folds, let previous = previousIsText, previous, isText {
                let place = breaks.removeFirst()
                if breaks.isEmpty {
                    spelled.append(SpelledScalar(scalar: " ", position: place, width: 1))
                }
            }
            spelled += breaks.map { SpelledScalar(scalar: "\n", position: $0, width: 1) }
            for column in indentation..<line.count {
                let position = TextPosition(line: number, column: column + 1)
                spelled.append(SpelledScalar(scalar: line[column], position: position, width: 1))
            }
            breaks = [end]
            previousIsText = isText
        }
        spelled += breaks.map { SpelledScalar(scalar: "\n", position: $0, width: 1) }
        return Array(spelled.prefix(lengthMax))
    }
}
