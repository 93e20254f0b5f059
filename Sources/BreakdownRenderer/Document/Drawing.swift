import JSON
import Text

/// Draws the values of an input: each match or insights in turn becomes a part of the document.
///
/// The program and the page's module draw with it, so they show the same for the same input.
package struct Drawing {
    private let options: DrawingOptions
    private let renderer: Renderer
    /// What is drawn so far.
    package var document: Document
    /// What the input said about its events.
    package var known: KnownContext
    /// What earlier values had; the parser reads the next one faster.
    package let shapes = JSONShapes()
    /// The wanted keys that were found.
    private var foundKeys: [String] = []
    private var compared: [RenderedBreakdown] = []

    /// Starts without values.
    package init(_ options: DrawingOptions, knowing known: KnownContext = KnownContext()) {
        self.options = options
        self.known = known
        renderer = Renderer(
            showAll: options.showsAll, keepsRaw: options.document.format.hasRawValues)
        document = Document(options.document)
    }

    /// The matches and insights in a finding of the input; ``read(_:_:)`` reads each.
    package mutating func values(
        of found: ValueScanner.Found
    ) throws(InputProblem) -> [JSON] {
        try known.values(of: found, reading: shapes)
    }

    /// Reads a match or insights.
    ///
    /// - Parameter place: where it stands in the input; nil for a value that was fetched.
    /// - Returns: nil for one that is not wanted.
    package mutating func read(
        _ json: JSON, _ place: TextPosition? = nil
    ) throws(InputProblem) -> TableSource? {
        let source: TableSource
        do throws(InputValueError) {
            let match = try known.match(json, year: options.year)
            // If the reader wants some matches only, mistakes in others do not matter.
            if !options.keys.isEmpty, let key = match["key"]?.stringValue, !isWanted(key) {
                return nil
            }
            source = try InputValue.decode(match, year: options.year)
        } catch {
            throw InputProblem(error.kind, error.description, place)
        }
        guard isWanted(source.key) else { return nil }
        if !options.keys.isEmpty { foundKeys.append(source.key) }
        return source
    }

    private func isWanted(_ key: String) -> Bool {
        options.keys.isEmpty || options.keys.contains { $0.hasSameCodePoints(as: key) }
    }

    /// Draws a match or insights, and adds it to the document or keeps it for the comparison.
    ///
    /// - Parameters:
    ///   - description: the season's, if there is one.
    ///   - bundle: the content of the description; called only if the form prints it.
    ///   - bytes: gets the text in UTF-8.
    /// - Returns: whether the description could compute every cell, and why nothing was added.
    package mutating func draw(
        _ source: TableSource, with description: Description?,
        bundle: @autoclosure () -> Provenance?, news: (inout MatchContext) -> Void = { _ in },
        to bytes: inout [UInt8]
    ) -> (isWhole: Bool, refusal: DocumentError?) {
        var context = known.context(of: source.eventKey)
        news(&context)
        var rendered = renderer.render(source, with: description, in: context)
        let isWhole = rendered.problems.isEmpty
        if let rows = options.rowsMax { rendered = rendered.fitting(rows: rows) }
        guard options.compared.isEmpty else {
            compared.append(rendered)
            return (isWhole, nil)
        }
        do throws(DocumentError) {
            // The description did not make a generic table.
            try document.append(rendered, bundle: rendered.isGeneric ? nil : bundle(), to: &bytes)
            return (isWhole, nil)
        } catch {
            return (isWhole, error)
        }
    }

    /// Adds the comparison, if one is wanted and both halves were found.
    ///
    /// Only forms that refuse no breakdown can compare.
    package mutating func drawComparison(to bytes: inout [UInt8]) {
        let halves = options.compared.compactMap { half in
            compared.last { $0.key.hasSameCodePoints(as: half.key) }.map {
                Comparison.Half($0, half.side)
            }
        }
        guard halves.count == 2 else { return }
        let rendered = Comparison.compare(halves[0], halves[1])
        try? document.append(rendered, bundle: nil, to: &bytes)
    }

    /// The wanted keys that the input does not have.
    package var missingKeys: [String] {
        options.keys.filter { key in !foundKeys.contains { $0.hasSameCodePoints(as: key) } }
    }
}

/// Why a finding of the input is not drawn.
package struct InputProblem: Error {
    /// The kinds that a page tells apart.
    package enum Kind {
        case notJSON, tooLarge, notAMatch
        /// Nothing says to which season a bare score breakdown belongs.
        case noSeason
    }

    package let kind: Kind
    /// What was expected and what was found.
    package let reason: String
    /// Where it is; nil if it is about the whole input.
    package let position: TextPosition?

    init(_ kind: Kind, _ reason: String, _ position: TextPosition? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
    }
}

/// What is drawn of an input, and how.
package struct DrawingOptions: Equatable, Sendable {
    /// How the document looks.
    package var document = DocumentOptions()
    /// The season for all input, if given.
    package var year: Int?
    /// Whether generic tables keep the rows that are zero or empty on both sides.
    package var showsAll = false
    /// Rows that a screen has room for; nil for all.
    ///
    /// The last total and the ranking points stay in any case.
    package var rowsMax: Int?
    /// The keys of the only matches to show; empty for all.
    package var keys: [String] = []
    /// The two matches, or alliances of matches, to put side by side; empty for none.
    package var compared: [ComparedAlliance] = []

    /// Makes the default options.
    package init() {}
}

/// One half of a comparison: a match, or one of its alliances.
package struct ComparedAlliance: Equatable, Sendable {
    /// The match's key.
    package let key: String
    /// The alliance; nil for both.
    package let side: Side?

    /// Reads `2024necmp_f1m1`, `2024necmp_f1m1:red`.
    ///
    /// - Parameter text: the text as typed; the result is nil if the side is neither red nor blue.
    package init?(_ text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        key = String(Substring(first))
        guard parts.count == 2 else {
            side = nil
            return
        }
        guard let side = Side(rawValue: String(Substring(parts[1]))) else { return nil }
        self.side = side
    }
}

extension TextPosition {
    /// This place, counted from the start of a larger text in which its own text begins at `start`.
    package func moved(behind start: TextPosition) -> TextPosition {
        line == 1
            ? TextPosition(line: start.line, column: start.column + column - 1)
            : TextPosition(line: start.line + line - 1, column: column)
    }
}
