import JSON

/// Finds where each code point of a scalar's value is written.
///
/// It walks through the value that libyaml read and through the source, side by side. It decodes nothing:
/// the value says which code point comes next, and the source says how many code points that takes.
struct ScalarPlaces {
    private let style: YAMLScalarStyle
    private let value: [Unicode.Scalar]
    private let lines: [Substring]
    /// Code points before a block's text on each of its lines.
    private var indentation = 0

    /// The line that is read, from 0, its code points, and the next of them.
    private var lineAt: Int
    private var line: [Unicode.Scalar] = []
    private var column: Int
    /// The first code point after the line's text: spaces after the text belong to the line's end.
    private var textEnd = 0

    private var places: [TextPosition] = []
    /// The place just after the last code point of the value.
    private var end: TextPosition

    /// Finds the places; nil if the node is no scalar, or if value and source do not fit together.
    init?(of node: YAMLNode, in lines: [Substring]) {
        guard case .scalar(let text, let style) = node.content,
            lines.indices.contains(node.start.line - 1)
        else { return nil }
        self.style = style
        value = Array(text.unicodeScalars)
        self.lines = lines
        lineAt = node.start.line - 1
        column = 0
        end = node.start
        enterLine()
        column = node.start.column - 1
        if style.isBlock {
            let first = lines.dropFirst(lineAt + 1).first { $0.contains { $0 != " " } }
            indentation = first?.prefix { $0 == " " }.count ?? 0
            // Text after `|` or `>` on the same line is not part of the value.
            column = line.count
            guard passLineEnd(folds: false) else { return nil }
        } else if style != .plain {
            column += 1
        }
        while places.count < value.count {
            guard column < textEnd, !isEscapedLineEnd else {
                guard passLineEnd(folds: style != .literal) else { return nil }
                continue
            }
            guard let width = width(of: value[places.count]) else { return nil }
            places.append(here)
            column += width
            end = here
        }
    }

    /// The place of a code point of the value.
    ///
    /// - Parameter offset: code points from the value's start; its length means the place just after its end.
    func position(of offset: Int) -> TextPosition? {
        if places.indices.contains(offset) { return places[offset] }
        return offset == places.count ? end : nil
    }

    private var here: TextPosition { TextPosition(line: lineAt + 1, column: column + 1) }

    private var isEscapedLineEnd: Bool {
        style == .doubleQuoted && column + 1 == line.count && line[column] == "\\"
    }

    /// How many code points of the source the next code point of the value takes; nil if they do not fit.
    private func width(of scalar: Unicode.Scalar) -> Int? {
        let next = column + 1 < line.count ? line[column + 1] : nil
        switch (style, line[column]) {
        case (.singleQuoted, "'"): return scalar == "'" && next == "'" ? 2 : nil
        case (.doubleQuoted, "\""): return nil
        case (.doubleQuoted, "\\"):
            let width = next == "x" ? 4 : next == "u" ? 6 : next == "U" ? 10 : 2
            return column + width <= line.count ? width : nil
        default: return line[column] == scalar ? 1 : nil
        }
    }

    /// Goes to the next line with text, and past the value's code points for the line ends between.
    ///
    /// - Returns: whether there is such a line, or the value ends here.
    private mutating func passLineEnd(folds: Bool) -> Bool {
        let place = here
        let isEscaped = isEscapedLineEnd
        var breaks = 0
        repeat {
            lineAt += 1
            breaks += 1
            guard lineAt < lines.count else { break }
            enterLine()
        } while column >= textEnd
        var passed = 0
        while passed < breaks, places.count < value.count, value[places.count] == "\n" {
            places.append(place)
            passed += 1
        }
        if passed == 0, folds, !isEscaped, places.count < value.count, value[places.count] == " " {
            places.append(place)
        }
        end = TextPosition(line: place.line, column: place.column + 1)
        return lineAt < lines.count || places.count == value.count
    }

    /// Reads the line at ``lineAt`` and stands at the start of its text.
    private mutating func enterLine() {
        line = Array(lines[lineAt].unicodeScalars)
        if style.isBlock {
            let isBlank = line.allSatisfy { $0 == " " }
            textEnd = isBlank && line.count <= indentation ? 0 : line.count
            column = indentation
        } else {
            textEnd = (line.lastIndex { $0 != " " && $0 != "\t" } ?? -1) + 1
            column = line.firstIndex { $0 != " " && $0 != "\t" } ?? 0
        }
    }
}
