/// A text with expressions in it: `Robot {item} Auto`.
final class Template: Sendable {
    /// A part of a template.
    enum Segment: Sendable {
        case text(String)
        case expression(Expression)
    }

    let segments: [Segment]
    /// The text, if there is no expression in it.
    let fixedText: String?

    init(_ segments: [Segment]) {
        self.segments = segments
        switch segments.first {
        case nil: fixedText = ""
        case .text(let text)? where segments.count == 1: fixedText = text
        default: fixedText = nil
        }
    }

    /// A template without expressions.
    convenience init(fixed text: String) {
        self.init([.text(text)])
    }
}
