import BreakdownDocument
import BreakdownRenderer
import Files
import JSON
import MatchKeys

/// One run: reads, draws and prints each match of the input in turn, and keeps none.
struct Session: ~Copyable {
    let request: Request
    private let renderer: Renderer
    var document: Document
    private(set) var seasons: Seasons
    var output: Output
    private let shapes = JSONShapes()
    var known = KnownContext()
    var fetching: Fetching
    let appearance: Appearance
    var learntCount = 0
    /// The breakdowns to compare, by their keys.
    var compared: [String: RenderedBreakdown] = [:]
    /// The wanted keys that were found.
    private(set) var shownKeys: Set<String> = []
    var shownCount = 0
    var problemCount = 0
    var hasSpoiledCells = false
    /// What draws long streams; nil before the first, and on one core.
    var threads: DrawingThreads?

    /// Makes a run and reads nothing yet.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - appearance: how text is drawn.
    ///   - seasons: the descriptions.
    ///   - pager: the pager for text that is longer than the screen; nil for none.
    init(_ request: Request, appearance: Appearance, seasons: Seasons, pager: Pager? = nil) {
        self.init(request, appearance: appearance, seasons: seasons, output: Output(pager: pager))
    }

    /// Makes a run with this output.
    init(
        _ request: Request, appearance: Appearance, seasons: Seasons, output: consuming Output
    ) {
        self.request = request
        self.seasons = seasons
        self.output = output
        self.appearance = appearance
        fetching = Fetching(request.fetch.freshness)
        renderer = Renderer(showAll: request.showsAll)
        document = Document(request.document(appearance))
    }

    /// Shows the matches of all files.
    ///
    /// - Returns: the exit status; problems were printed.
    mutating func run() -> Int32 {
        do throws(FileError) {
            if request.files.isEmpty { try run(nil) }
            for file in request.files where !output.isClosed { try run(file) }
            try compare()
            document.end(&output.waiting)
            if request.format == .png, !output.waiting.isEmpty {
                let height = document.pictureHeight
                if let problem = PictureRenderer.draw(output.waiting, height) { report(problem) }
                output.waiting.removeAll()
            }
            try output.finish()
        } catch {
            // If the output cannot be written, nothing more can be done.
            report("\(error)")
        }
        conclude()
        if problemCount > 0 { return ExitStatus.failed }
        return request.isStrict && hasSpoiledCells ? ExitStatus.problems : ExitStatus.done
    }

    /// Shows the matches of one file; a file that cannot be read does not affect the others.
    private mutating func run(_ file: String?) throws(FileError) {
        if let file, let asked = AskedFor(file) { return try run(asked, named: file) }
        let input: Input
        do {
            input = try Input(file == "-" ? nil : file)
        } catch {
            return try refuse("\(error)")
        }
        let (shown, problems, learnt) = (shownCount, problemCount, learntCount)
        guard try !showAll(input) else { return }
        guard shownCount == shown, problemCount == problems, learntCount == learnt,
            !output.isClosed, request.keys.isEmpty
        else { return }
        try output.release()
        Messages.print("\(input.name): no matches")
    }

    /// Fetches and shows a match or an event.
    private mutating func run(_ asked: AskedFor, named name: String) throws(FileError) {
        guard case .inquiry(let inquiry) = asked else {
            return try refuse(
                "\(name): expected the address of a match or an event, found another page's")
        }
        let wish = request.fetch
        let shown = shownCount
        // If somebody names a match by its key, its table is wanted and not the list with it.
        let lists =
            !wish.wantsTables && request.keys.isEmpty && request.compared.isEmpty
            && (request.format == .text || request.format == .json)
        let fetched: FetchedInput
        do {
            fetched = try fetching.fetch(inquiry, wish, lists: lists)
        } catch {
            return try refuse("\(error)")
        }
        if let list = fetched.list {
            shownCount += list.matches.count
            let text = request.format == .json ? list.jsonLines() : list.text(appearance)
            try output.print(text)
        } else {
            for json in fetched.values { try show(json, at: name) }
        }
        // The values after this belong to another input.
        try show(FetchedInput.end, at: name)
        try output.flush()
        try tell(fetched)
        // CSV has no place for a sentence, and the credit belongs where the data appears.
        if request.format == .csv, shownCount > shown,
            let source = fetched.values.first?["retrieved"],
            let retrieval = try? Retrieval.decode(source)
        {
            Messages.print(retrieval.credit)
        }
    }

    /// Reads piece by piece and shows each match as soon as it is complete.
    ///
    /// - Returns: whether the input was empty; that was printed.
    private mutating func showAll(_ input: borrowing Input) throws(FileError) -> Bool {
        var scanner = ValueScanner()
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: BreakdownLimits.chunkBytes)
        defer { piece.deallocate() }
        var isEmpty = true
        var bytes = 0
        while !output.isClosed {
            // A program that sends matches one by one sees each table before the next match.
            if let threads, !threads.isEmpty, !input.isReady { try showBatches(of: input.name) }
            let count: Int
            var otherKind: String?
            do {
                if isEmpty {
                    (count, otherKind) = try readFirst(of: input, into: piece)
                } else {
                    count = try input.read(into: UnsafeMutableRawBufferPointer(piece))
                }
            } catch {
                try showBatches(of: input.name)
                try refuse("\(error)")
                return false
            }
            guard count > 0 else { break }
            let part = UnsafeBufferPointer(rebasing: piece[..<count])
            if let kind = otherKind {
                // One sentence is enough for the whole file.
                try refuse("\(input.name): expected matches in JSON, found \(kind)")
                return false
            }
            isEmpty = false
            if bytes >= Self.streamedFromBytes, let threads = startedThreads() {
                try stream(scanner.scan(part), of: input.name, threads)
            } else {
                for found in scanner.scan(part, reading: shapes) { try show(found, of: input.name) }
                try output.flush()
            }
            bytes += count
        }
        try showBatches(of: input.name)
        // If the reader has closed the pipe, we did not read the input's end either.
        guard !output.isClosed else { return false }
        for found in scanner.finish() { try show(found, of: input.name) }
        if isEmpty { try refuse("\(input.name): expected a match, found nothing") }
        return isEmpty
    }
}

extension Session {
    /// Reads the first bytes: as many as show whether the input has matches, however small the pieces are in which it comes.
    private func readFirst(
        of input: borrowing Input, into piece: UnsafeMutableBufferPointer<UInt8>
    ) throws(FileError) -> (count: Int, otherKind: String?) {
        var count = 0
        var otherKind: String?
        while count < piece.count {
            let rest = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(piece)[count...])
            let more = try input.read(into: rest)
            guard more > 0 else { break }
            count += more
            otherKind = InputBegin(UnsafeBufferPointer(rebasing: piece[..<count])).otherKind
            if count >= InputBegin.bytesMin, otherKind == nil { break }
        }
        return (count, otherKind)
    }
}

// MARK: - One match

extension Session {
    /// Shows one finding of the input.
    ///
    /// - Parameters:
    ///   - found: the finding.
    ///   - name: the input's name for messages.
    /// - Throws: `FileError` if the output cannot be written.
    mutating func show(
        _ found: ValueScanner.Found, of name: String
    ) throws(FileError) {
        switch found {
        case .problem(let problem, let at): try refuse("\(name): \(at): \(problem)")
        case .value(let bytes, let at):
            let json: JSON
            do {
                json = try JSON.parse(bytes, limits: .match, shapes: shapes)
            } catch {
                let place = error.position.moved(behind: at)
                return try refuse("\(name): \(place): \(error.problem)")
            }
            try show(json, of: name, at: at)
        case .json(let json, let at): try show(json, of: name, at: at)
        }
    }

    private mutating func show(
        _ json: JSON, of name: String, at: TextPosition
    ) throws(FileError) {
        if let error = ServiceError(json) { return try refuse("\(name): \(error)") }
        try show(json, at: "\(name): \(at)")
    }

    /// Shows a match or insights; keeps what any other value says about the values after it.
    mutating func show(_ json: JSON, at place: @autoclosure () -> String) throws(FileError) {
        do {
            if try known.learn(json) {
                learntCount += 1
                return
            }
        } catch {
            return try refuse("\(place()): \(error)")
        }
        // If the person asked for one match, mistakes in other matches do not matter.
        if !request.keys.isEmpty, let key = json["key"]?.stringValue, !request.keys.contains(key) {
            return
        }
        let source: TableSource
        do {
            source = try InputValue.decode(json, year: request.year)
        } catch {
            return try refuse("\(place()): \(error)")
        }
        if !request.keys.isEmpty {
            guard request.keys.contains(source.key) else { return }
            shownKeys.insert(source.key)
        }
        try show(source)
    }

    private mutating func show(_ source: TableSource) throws(FileError) {
        let bundle = try season(source.year, source.subject)
        let rendered = renderer.render(
            source, with: bundle?.description, in: known.context(of: source.eventKey))
        if !rendered.problems.isEmpty { hasSpoiledCells = true }
        if !request.compared.isEmpty {
            compared[rendered.key] = rendered
            return
        }
        // The generic table was used, so the description did not make this table.
        let used = rendered.isGeneric ? nil : bundle
        do throws(DocumentError) {
            try document.append(rendered, bundle: used?.provenance, to: &output.waiting)
        } catch {
            return try refuse("\(rendered.key): \(error)")
        }
        try output.flushIfLarge()
        shownCount += 1
    }

    private mutating func season(
        _ year: Int, _ subject: Subject
    ) throws(FileError) -> SeasonBundle? {
        var unusable: [SeasonBundleError] = []
        let bundle = seasons.bundle(year, subject) { unusable.append($0) }
        guard !unusable.isEmpty else { return bundle }
        hasSpoiledCells = true
        try output.release()
        if output.holdsAll {
            problemCount += unusable.count
        } else {
            for error in unusable { Messages.print("\(error)") }
        }
        return bundle
    }
}
