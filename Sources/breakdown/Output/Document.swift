import BreakdownRenderer

/// The forms of output.
enum OutputFormat: String, CaseIterable {
    case text, markdown, html, json, csv
}

/// The output of a run: the breakdowns, and the text before, between and after them.
struct Document {
    private let format: OutputFormat
    private let text: TextFormatter
    private let markdown: MarkdownFormatter
    private let html = HTMLFormatter()
    private let csv: CSVFormatter
    /// The columns of the last breakdown; nil before the first.
    private var subject: Subject?
    /// Where the last fetched breakdown came from.
    private var retrieval: Retrieval?

    /// Makes an empty document.
    ///
    /// - Parameters:
    ///   - format: the form of output.
    ///   - appearance: how text is drawn.
    ///   - wish: the options of the command line. Only text follows the locale; the other forms are
    ///     read elsewhere.
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
    ///   - bundle: the content of the description; called only if the form prints it.
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
        if let retrieval = rendered.retrieval { self.retrieval = retrieval }
    }

    /// Adds the text after the last breakdown.
    ///
    /// - Parameter bytes: gets the text in UTF-8.
    func end(_ bytes: inout [UInt8]) {
        if let retrieval {
            switch format {
            case .text: text.append(retrieval, to: &bytes)
            case .markdown: bytes += markdown.format(retrieval).utf8
            case .html: bytes += html.format(retrieval).utf8
            case .json, .csv: break
            }
        }
        if format == .html, subject != nil { bytes += HTMLFormatter.foot.utf8 }
    }
}
