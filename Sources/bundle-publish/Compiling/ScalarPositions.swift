import JSON
import Yams

/// Finds where each code point of a YAML scalar's value was written.
///
/// The scalar is read a second time, with positions; where that reading and the YAML library's differ
/// the answer is nil, never a wrong place.
enum ScalarPositions {
    /// The place of a code point.
    ///
    /// - Parameters:
    ///   - offset: code points from the value's start; its length means just behind its end.
    ///   - scalar: the scalar, as the YAML library read it.
    ///   - source: the file it is in.
    /// - Returns: the place, or nil where it cannot be told exactly.
    static func position(
        of offset: Int, in scalar: Node.Scalar, source: SourceText
    ) -> TextPosition? {
        guard let mark = scalar.mark, offset >= 0 else { return nil }
        let value = Array(scalar.string.unicodeScalars)
        guard offset <= value.count else { return nil }
        let start = TextPosition(line: mark.line, column: mark.column)
        let spelled: [SpelledScalar]
        switch scalar.style {
        case .plain, .any:
            spelled = FlowSpelling.read(source, at: start, quote: nil, lengthMax: value.count)
        case .singleQuoted:
            spelled = FlowSpelling.read(source, at: start, quote: "'", lengthMax: value.count)
        case .doubleQuoted:
            spelled = FlowSpelling.read(source, at: start, quote: "\"", lengthMax: value.count)
        case .literal:
            spelled = BlockSpelling.read(source, at: start, folds: false, lengthMax: value.count)
        case .folded:
            spelled = BlockSpelling.read(source, at: start, folds: true, lengthMax: value.count)
        }
        guard spelled.count == value.count,
            zip(spelled, value).allSatisfy({ $0.scalar == $1 })
        else { return nil }
        if offset < spelled.count { return spelled[offset].position }
        guard let last = spelled.last else { return start }
        return TextPosition(
            line: last.position.line, column: last.position.column + last.width)
    }
}

/// One code point of a value, and how it was written.
struct SpelledScalar {
    let scalar: Unicode.Scalar
    let position: TextPosition
    /// Code points it takes in the file: two for `\n` in quotes.
    let width: Int
}
