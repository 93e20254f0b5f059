import BreakdownRenderer

/// The forms of output.
enum OutputFormat: String, CaseIterable {
    case text, markdown, html, json, csv
}

/// What the run prints: the breakdowns, and what a form wants before, between and behind them.
struct Document {
    private let format: OutputFormat
    private let text: TextFormatter
    private let markdown: MarkdownFormatter
    private let html = HTMLFormatter()
    private let csv: CSVFormatter
    /// What the columns of the last one were; nil before the first.
    private var subject: Subject?

    /// Prepares an empty document.
    ///
    /// - Parameters:
    ///   - format: its form.
    ///   - appearance: how text is drawn.
    ///   - wish: what the command line asks for: only text follows the locale, the other forms are read
    ///     elsewhere.
    init(_ format: OutputFormat, appearance: Appearance, wish: Appearance.Wish) {
        self.format = format
        text = TextFormatter(
            width: appearance.width, ascii: appearance.ascii, colour: appearance.colour)
        markdown = MarkdownFormatter(ascii: wish.ascii)
        csv = CSVFormatter(ascii: wish.ascii)
    }

    /// Adds a breakdown.
    ///
    /// - Parameters:
    ///   - rendered: the texts.
    ///   - bundle: which description made them; asked for only where the form says so.
    ///   - bytes: gets the breakdown in UTF-8.
    mutating func append(
        _ rendered: RenderedBreakdown, bundle: @autoclosure () -> Provenance?,
        to bytes: inout [UInt8]
    ) {
        let isFirst = subject == nil
        switch format {
        case .text:
            if !isFirst { bytes.append(UInt8(ascii: "\n")) }
            text.append(rendered, to: &bytes)
        case .markdown:
            if !isFirst { bytes.append(UInt8(ascii: "\n")) }
            bytes += markdown.format(rendered).utf8
        case .html:
            if isFirst { bytes += HTMLFormatter.head.utf8 }
            bytes += html.format(rendered).utf8
        case .json: JSONFormatter().append(rendered, bundle: bundle(), to: &bytes)
        case .csv:
            // Insights have other columns than matches.
            if subject != rendered.subject { bytes += csv.header(rendered.subject).utf8 }
            bytes += csv.format(rendered).utf8
        }
        subject = rendered.subject
    }

    /// Adds what stands behind the last breakdown.
    ///
    /// - Parameter bytes: gets it in UTF-8.
    func end(_ bytes: inout [UInt8]) {
        if format == .html, subject != nil { bytes += HTMLFormatter.foot.utf8 }
    }
}
