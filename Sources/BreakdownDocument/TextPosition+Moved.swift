import JSON

extension TextPosition {
    /// This place, counted from the start of a larger text in which its own text begins at `start`.
    package func moved(behind start: TextPosition) -> TextPosition {
        line == 1
            ? TextPosition(line: start.line, column: start.column + column - 1)
            : TextPosition(line: start.line + line - 1, column: column)
    }
}
