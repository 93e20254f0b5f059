/// Writes a breakdown for people at a terminal: red and blue around the label.
public struct TextFormatter: Sendable {
    /// Columns of the terminal; below 40 the sides are written below each other.
    public var width: Int
    /// Whether everything is written in ASCII.
    public var ascii: Bool
    /// Whether colours and bold type are used.
    public var colour: Bool
    /// Whether bold and faint type are the only colours.
    public var isQuiet: Bool

    /// In a narrower terminal the three columns have too little room.
    static let stackedBelowColumns = 40
    /// A narrower terminal breaks the lines itself.
    static let columnsMin = 12

    /// Makes a formatter.
    public init(width: Int = 80, ascii: Bool = false, colour: Bool = false, isQuiet: Bool = false) {
        self.width = width
        self.ascii = ascii
        self.colour = colour
        self.isQuiet = isQuiet
    }

    /// Writes one breakdown.
    ///
    /// Control characters are written as codes. No line is wider than ``width``, except if a number
    /// is wider.
    public func format(_ rendered: RenderedBreakdown) -> String {
        var bytes: [UInt8] = []
        append(rendered, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes one breakdown, as ``format(_:)``, after the earlier output.
    ///
    /// - Parameters:
    ///   - rendered: the texts.
    ///   - bytes: the earlier output; gets the lines in UTF-8.
    public func append(_ rendered: RenderedBreakdown, to bytes: inout [UInt8]) {
        let face = Face(ascii: ascii)
        let style = Style(isOn: colour, isQuiet: isQuiet, subject: rendered.subject)
        let columns = max(Self.columnsMin, width)
        var page = TextPage(columns: columns, face: face, style: style)
        let heading = TextHeading(rendered.heading, rendered.subject, face: face, columns: columns)
        page.write(heading.matchTitle, .strong)
        page.write(face.shown(rendered.title), .faint)
        var grid = GridDrawing(face: face, style: style)
        let isGrid = columns >= Self.stackedBelowColumns && grid.draw(rendered, heading, on: &page)
        if !isGrid { StackedDrawing(face: face, style: style).draw(rendered, heading, on: &page) }
        if !rendered.notes.isEmpty || heading.legend.columns > 0 { page.writeBreak() }
        if heading.legend.columns > 0 { page.write(heading.legend, nil) }
        for note in rendered.notes { page.write(face.shown(note), nil) }
        writeProblems(rendered.problems, face, on: &page)
        page.bytes.append(to: &bytes)
    }

    /// Writes where fetched breakdowns came from, below the last of them.
    ///
    /// - Parameters:
    ///   - retrieval: the source, its address and the age.
    ///   - bytes: the output so far; gets an empty line and the credit.
    public func append(_ retrieval: Retrieval, to bytes: inout [UInt8]) {
        let face = Face(ascii: ascii)
        var page = TextPage(
            columns: max(Self.columnsMin, width), face: face,
            style: Style(isOn: colour, isQuiet: isQuiet, subject: .match))
        page.writeBreak()
        page.write(face.shown(retrieval.credit), .faint)
        page.bytes.append(to: &bytes)
    }

    /// The number of problems that are shown: more would push the table off the screen.
    private static let problemsShownMax = 5

    private func writeProblems(_ problems: [String], _ face: Face, on page: inout TextPage) {
        guard !problems.isEmpty else { return }
        page.writeBreak()
        for problem in problems.prefix(Self.problemsShownMax) {
            page.write(face.shown("\(Icon.warning.character) \(problem)"), .warning)
        }
        let rest = problems.count - Self.problemsShownMax
        if rest > 0 {
            page.write(face.shown("\(Icon.warning.character) \(rest) more of this kind"), .warning)
        }
    }
}
