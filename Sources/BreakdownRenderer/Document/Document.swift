/// The output of a run: the breakdowns, and the text before, between and after them.
package struct Document {
    private let format: OutputFormat
    private let isWholePage: Bool
    private let text: TextFormatter
    private let markdown: MarkdownFormatter
    private let html = HTMLFormatter()
    private let csv: CSVFormatter
    private let summary = SummaryFormatter()
    private var picture: SVGPicture
    /// The keys and titles of the page's breakdowns.
    private var titles: [(key: String, title: String)] = []
    /// The table of all matches; nil if the output is not in wide form.
    private var wide: WideCSV?
    /// The columns of the last breakdown; nil before the first.
    package private(set) var subject: Subject?
    /// Where the last fetched breakdown came from.
    private var retrieval: Retrieval?

    package init(_ options: DocumentOptions) {
        format = options.format
        isWholePage = options.isWholePage
        text = TextFormatter(
            width: options.width, ascii: options.textIsASCII, colour: options.colour,
            isQuiet: options.isQuiet)
        picture = SVGPicture(theme: options.pictureTheme)
        markdown = MarkdownFormatter(ascii: options.ascii)
        csv = CSVFormatter(ascii: options.ascii)
        if options.isWide { wide = WideCSV(ascii: options.ascii) }
    }

    /// The picture's height so far, in pixels; 0 in other forms.
    package var pictureHeight: Int { picture.height }

    /// Adds a breakdown.
    ///
    /// - Parameters:
    ///   - bundle: the content of the description; called only if the form prints it.
    ///   - bytes: gets the breakdown in UTF-8.
    /// - Throws: ``DocumentError`` if it does not fit to the earlier ones; then nothing was added.
    package mutating func append(
        _ rendered: RenderedBreakdown, bundle: @autoclosure () -> Provenance?,
        to bytes: inout [UInt8]
    ) throws(DocumentError) {
        let isFirst = subject == nil
        switch format {
        case .text:
            if !isFirst { bytes.append(UInt8(ascii: "\n")) }
            text.append(rendered, to: &bytes)
        case .markdown:
            if !isFirst { bytes.append(UInt8(ascii: "\n")) }
            bytes += markdown.format(rendered).utf8
        case .html:
            if isFirst, isWholePage { bytes += HTMLFormatter.head.utf8 }
            bytes += html.format(rendered).utf8
            if titles.count < DocumentLimits.contentsMax {
                titles.append((rendered.key, html.title(of: rendered)))
            }
        case .svg, .png:
            guard picture.count < SVGPicture.matchesMax else {
                throw .fullPicture(matchesMax: SVGPicture.matchesMax)
            }
            picture.append(rendered)
        case .view: ViewFormatter().append(rendered, bundle: bundle(), to: &bytes)
        case .json: JSONFormatter().append(rendered, bundle: bundle(), to: &bytes)
        case .summary:
            if !isFirst { bytes.append(UInt8(ascii: "\n")) }
            bytes += summary.format(rendered).utf8
        case .csv: try appendLines(rendered, to: &bytes)
        }
        subject = rendered.subject
        if let retrieval = rendered.retrieval { self.retrieval = retrieval }
    }

    /// A file of CSV is about matches or about insights: their rows and sides are different things.
    private mutating func appendLines(
        _ rendered: RenderedBreakdown, to bytes: inout [UInt8]
    ) throws(DocumentError) {
        if let subject, subject != rendered.subject { throw .mixed(first: subject) }
        guard wide == nil else {
            do throws(WideCSV.Refusal) {
                try wide?.append(rendered)
            } catch {
                throw .wide(error)
            }
            return
        }
        if subject == nil { bytes += CSVFormatter.header.utf8 }
        bytes += csv.format(rendered).utf8
    }

    /// Adds the text after the last breakdown.
    ///
    /// - Parameter bytes: gets the text in UTF-8.
    package mutating func end(_ bytes: inout [UInt8]) {
        if format == .html, isWholePage { bytes += html.contents(titles).utf8 }
        if let wide { bytes += wide.written().utf8 }
        if let retrieval {
            switch format {
            case .text: text.append(retrieval, to: &bytes)
            case .markdown: bytes += markdown.format(retrieval).utf8
            case .html: bytes += html.format(retrieval).utf8
            case .summary: bytes += summary.format(retrieval).utf8
            case .svg, .png: picture.append(retrieval)
            case .json, .csv, .view: break
            }
        }
        if format == .svg || format == .png { bytes += picture.written().utf8 }
        if format == .html, isWholePage, subject != nil { bytes += HTMLFormatter.foot.utf8 }
    }
}

/// Why a breakdown cannot stand in the same document as the earlier ones.
package enum DocumentError: Error, CustomStringConvertible {
    /// Matches and insights in one file of CSV.
    case mixed(first: Subject)
    /// The picture has as many matches as it may have.
    case fullPicture(matchesMax: Int)
    /// It does not fit into the wide table.
    case wide(WideCSV.Refusal)

    /// `expected …, found …`.
    package var description: String {
        switch self {
        case .mixed(.match):
            "expected only matches in CSV, found insights; write them to a second file"
        case .mixed(.insights):
            "expected only insights in CSV, found a match; write it to a second file"
        case .fullPicture(let matchesMax):
            "expected at most \(matchesMax) matches in a picture; choose some with --match"
        case .wide(.otherSeason(let first)):
            "--wide: expected a match of \(first), because each season has other columns; "
                + "write one file for each season"
        case .wide(.tooMuch(let bytesMax)):
            "--wide: expected at most \(bytesMax >> 20) MB of text; leave --wide out"
        }
    }
}

/// How a document looks.
package struct DocumentOptions: Equatable, Sendable {
    /// The form of output.
    package var format = OutputFormat.text
    /// Columns of text.
    package var width = 80
    package var textIsASCII = false
    /// Whether the other forms have only ASCII.
    package var ascii = false
    /// Whether escape sequences colour the text.
    package var colour = false
    /// Whether bold and faint type are the only colours.
    package var isQuiet = false
    /// The colours of a picture.
    package var pictureTheme = PictureTheme.auto
    /// Whether CSV has a column for each row, instead of a line.
    package var isWide = false
    /// Whether HTML is a whole page, not only the tables.
    package var isWholePage = true

    /// Makes the default options.
    package init() {}
}

/// The forms of output.
package enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, json, csv, summary, svg, png
    /// What a page or an app needs to draw the tables itself.
    case view
}

extension OutputFormat {
    /// Whether it has a place for the values behind the cells.
    package var hasRawValues: Bool { self == .json || self == .csv }
}

/// The limits of a text with matches, and of a document made from it.
package enum DocumentLimits {
    /// Events whose facts are kept: prevents endless events from filling the memory.
    ///
    /// A season has about 300.
    static let eventsMax = 1_000
    /// Links in a page's table of contents: more than a season's matches cannot be read.
    static let contentsMax = 20_000
    /// Columns of a table: in fewer nothing fits, and more cannot be read.
    package static let widths = 20...1_000
}
