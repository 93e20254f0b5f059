/// A text with expressions in it: `Robot {item} Auto`.
struct Template: Sendable {
    /// A part of a template.
    enum Segment: Sendable {
        case text(String)
        case expression(Expression)
    }

    let segments: [Segment]

    init(_ segments: [Segment]) {
        self.segments = segments
    }

    /// A template without expressions.
    init(fixed text: String) {
        segments = [.text(text)]
    }

    /// The text, if there is no expression in it.
    var fixedText: String? {
        switch segments.count {
        case 0: ""
        case 1:
            if case .text(let text) = segments[0] { text } else { nil }
        default: nil
        }
    }
}
