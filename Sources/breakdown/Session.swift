import BreakdownRenderer
import Files
import JSON

/// One run: every match of the input, read, rendered and printed in turn, none kept.
struct Session: ~Copyable {
    /// What was asked for.
    struct Options {
        /// The season to show matches as, if not their own.
        let year: Int?
        /// The key of the only match to show, if not all.
        let key: String?
        /// The form of output.
        let format: OutputFormat
        /// How tables are drawn.
        let appearance: Appearance
    }

    private let options: Options
    private let text: TextFormatter
    private var seasons: Seasons
    private var output = Output()
    private var shownCount = 0
    private var problemCount = 0

    /// Prepares a run; nothing is read yet.
    ///
    /// - Parameters:
    ///   - options: what was asked for.
    ///   - sources: where to look for bundles, the best first.
    init(options: Options, sources: [BundleSource]) {
        self.options = options
        let appearance = options.appearance
        text = TextFormatter(
            width: appearance.width, ascii: appearance.ascii, colour: appearance.colour)
        seasons = Seasons(sources: sources)
    }

    /// Shows the input's matches.
    ///
    /// - Parameter input: where they come from.
    /// - Returns: whether everything could be read and shown; what could not has been told.
    mutating func run(_ input: borrowing Input) -> Bool {
        do throws(FileError) {
            let isEmpty = try showAll(input)
            try output.flush()
            conclude(input.name, isEmpty: isEmpty)
        } catch {
            report("\(error)")
        }
        return problemCount == 0
    }

    /// Reads piece by piece and shows each match as soon as it is there.
    private mutating func showAll(_ input: borrowing Input) throws(FileError) -> Bool {
        var scanner = ValueScanner(lengthBytesMax: BreakdownLimits.matchBytesMax)
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: BreakdownLimits.chunkBytes)
        defer { piece.deallocate() }
        var isEmpty = true
        while !output.isClosed {
            let count = try input.read(into: UnsafeMutableRawBufferPointer(piece))
            guard count > 0 else { break }
            isEmpty = false
            let part = UnsafeBufferPointer(rebasing: piece[..<count])
            for found in scanner.scan(part) { try show(found, of: input.name) }
            // Whoever feeds matches one by one sees each table before the next match.
            try output.flush()
        }
        // A reader that has gone away has not seen the end either.
        guard !output.isClosed else { return false }
        for found in scanner.finish() { try show(found, of: input.name) }
        return isEmpty
    }

    /// Says what is left to say when the input has ended.
    private mutating func conclude(_ name: String, isEmpty: Bool) {
        let untold = problemCount - BreakdownLimits.problemsToldMax
        if untold > 0 { Messages.print("\(name): \(untold) more problems") }
        guard shownCount == 0, !output.isClosed else { return }
        if let key = options.key {
            report("\(name): expected a match with the key \(key), found none")
        } else if isEmpty {
            report("\(name): expected a match, found nothing")
        } else if problemCount == 0 {
            Messages.print("\(name): no matches")
        }
    }

    private mutating func report(_ problem: String) {
        problemCount += 1
        if problemCount <= BreakdownLimits.problemsToldMax { Messages.print(problem) }
    }
}

// MARK: - One match

extension Session {
    private mutating func show(
        _ found: ValueScanner.Found, of name: String
    ) throws(FileError) {
        switch found {
        case .problem(let problem, let at): try refuse("\(name): \(at): \(problem)")
        case .value(let bytes, let at):
            let json: JSON
            do {
                json = try JSON.parse(bytes, limits: .match)
            } catch {
                let place = error.position.moved(behind: at)
                return try refuse("\(name): \(place): \(error.problem)")
            }
            if let key = options.key, json["key"]?.stringValue != key { return }
            let match: Match
            do {
                match = try Match.decode(json, year: options.year)
            } catch {
                return try refuse("\(name): \(at): \(error)")
            }
            try show(match)
        }
    }

    private mutating func show(_ match: Match) throws(FileError) {
        var unusable: [SeasonBundleError] = []
        let bundle = seasons.bundle(match.year) { unusable.append($0) }
        for error in unusable {
            try output.flush()
            Messages.print("\(error)")
        }
        let rendered = Renderer().render(match, with: bundle?.description)
        switch options.format {
        case .text:
            if shownCount > 0 { try output.print("\n") }
            try output.print(text.format(rendered))
        case .json:
            // A description that does not fit the match has not made its table.
            let used = rendered.isGeneric ? nil : bundle
            try output.print(JSONFormatter().format(rendered, bundle: used?.provenance))
        }
        shownCount += 1
    }

    /// Tells a problem below the tables that came before it.
    private mutating func refuse(_ problem: String) throws(FileError) {
        try output.flush()
        report(problem)
    }
}

extension TextPosition {
    /// This place, counted from the start of a larger text in which its own begins at `start`.
    func moved(behind start: TextPosition) -> TextPosition {
        line == 1
            ? TextPosition(line: start.line, column: start.column + column - 1)
            : TextPosition(line: start.line + line - 1, column: column)
    }
}
