import BreakdownRenderer
import Files
import Glibc
import JSON
import MatchKeys

/// One run: reads, draws and prints each match of the input in turn, and keeps none.
struct Session: ~Copyable {
    let request: Request
    var drawing: Drawing
    var seasons: SeasonLookup
    var output: Output
    var fetching: Fetching
    let appearance: Appearance
    var shownCount = 0
    var problemCount = 0
    /// The last problem, which is not printed yet because it may repeat.
    var lastProblem: RepeatedProblem?
    var toldCount = 0
    /// The seasons of a checkout about which the person was told.
    private var toldSources: [String] = []
    var untoldCount = 0
    var hasSpoiledCells = false

    /// Makes a run and reads nothing yet.
    init(_ request: Request, appearance: Appearance, seasons: SeasonLookup, pager: Pager? = nil) {
        self.request = request
        self.seasons = seasons
        output = Output(pager: pager)
        self.appearance = appearance
        fetching = Fetching(request.fetch.freshness)
        drawing = Drawing(request.drawing(appearance))
    }

    /// Shows the matches of all files.
    mutating func run() -> Int32 {
        do throws(FileError) {
            if request.files.isEmpty { try runStandardInput() }
            for file in request.files where !output.isClosed { try run(file) }
            drawing.drawComparison(to: &output.waiting)
            drawing.document.end(&output.waiting)
            if request.format == .png, !output.waiting.isEmpty {
                let height = drawing.document.pictureHeight
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

    /// Shows the matches of standard input; if it is empty and matches are wanted by their keys, these are fetched.
    ///
    /// A job without a terminal, such as cron's, has an empty standard input.
    private mutating func runStandardInput() throws(FileError) {
        let input = try Input(nil)
        let name = input.name
        guard try showAll(input), !output.isClosed else { return }
        if request.keys.isEmpty { try refuse("expected a match, found nothing", at: name) }
        for key in Set(request.keys).sorted() where !output.isClosed { try run(key) }
    }

    /// Shows the matches of one file; a file that cannot be read does not affect the others.
    private mutating func run(_ file: String) throws(FileError) {
        if let asked = FetchArgument(file) { return try run(asked, named: file) }
        let input: Input
        do {
            input = try Input(file == "-" ? nil : file)
        } catch {
            return try refuse(file, error)
        }
        let name = input.name
        if try showAll(input) { try refuse("expected a match, found nothing", at: name) }
        if file != "-" { try tellSource(above: file) }
    }

    /// Says once for each season that a sample was not drawn with the source that lies beside it.
    private mutating func tellSource(above file: String) throws(FileError) {
        guard request.bundles == nil, let source = UncompiledSeason(above: file),
            !toldSources.contains(source.folder)
        else { return }
        toldSources.append(source.folder)
        try output.flush()
        Messages.print(source.sentence)
    }

    /// Refuses a file that cannot be opened.
    private mutating func refuse(_ file: String, _ error: FileError) throws(FileError) {
        let isAbsent = error.code == ENOENT || error.code == ENOTDIR
        try refuse((isAbsent ? UnknownWord.sentence(file) : nil) ?? "\(error)")
    }

    /// Fetches and shows a match or an event.
    private mutating func run(_ asked: FetchArgument, named name: String) throws(FileError) {
        guard case .inquiry(let inquiry) = asked else {
            return try refuse(
                "\(name): expected the address of a match or an event, found another page's")
        }
        let wish = request.fetch
        let shown = shownCount
        // If a match is named by its key, its table is wanted and not the list with it.
        let lists =
            !wish.wantsTables && request.keys.isEmpty && request.compared.isEmpty
            && (request.format == .text || request.format == .json)
        let fetched: FetchedInput
        do {
            fetched = try fetching.fetch(inquiry, wish, lists: lists, year: request.year)
        } catch {
            return try refuse("\(error)")
        }
        if let list = fetched.list {
            shownCount += list.matches.count
            let text =
                request.format == .json ? list.jsonLines() : list.text(appearance, at: Clock.now)
            try output.print(text)
        } else {
            for json in fetched.values { try show(json, of: name) }
        }
        // The values after this belong to another input.
        try show(FetchedInput.end, of: name)
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
    /// - Returns: whether the input was empty; that was not printed.
    private mutating func showAll(_ input: borrowing Input) throws(FileError) -> Bool {
        let (shown, problems, learnt) = (shownCount, problemCount, drawing.known.learntCount)
        let isEmpty = try readAll(input)
        tellLastProblem()
        guard !isEmpty, shownCount == shown, problemCount == problems,
            drawing.known.learntCount == learnt,
            !output.isClosed, request.keys.isEmpty
        else { return isEmpty }
        try output.release()
        Messages.print("\(input.name): no matches")
        return false
    }

    private mutating func readAll(_ input: borrowing Input) throws(FileError) -> Bool {
        var scanner = ValueScanner()
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: BreakdownLimits.chunkBytes)
        defer { piece.deallocate() }
        var isEmpty = true
        while !output.isClosed {
            // A program that sends matches one by one sees each table, and each problem, before the next match.
            if lastProblem != nil, !input.isReady(within: BreakdownLimits.repeatMilliseconds) {
                tellLastProblem()
            }
            let count: Int
            var otherKind: String?
            do {
                if isEmpty {
                    (count, otherKind) = try readFirst(of: input, into: piece)
                } else {
                    count = try input.read(into: UnsafeMutableRawBufferPointer(piece))
                }
            } catch {
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
            for found in scanner.scan(part, reading: drawing.shapes) {
                try show(found, of: input.name)
            }
            try output.flush()
        }
        // If the reader has closed the pipe, we did not read the input's end either.
        guard !output.isClosed else { return false }
        for found in scanner.finish() { try show(found, of: input.name) }
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
