import BreakdownDocument
import Files

/// A long stream is drawn on all cores.
///
/// The reader finds where values end, and threads draw them in batches, each as if nothing but breakdowns came. A
/// batch in which anything else came (a problem, or a value about others) is thrown away. The
/// reader then shows it in the ordinary way, when its turn has come. So everything that is printed has the same
/// order and the same words as from one core.
extension Session {
    /// A shorter input costs less than the threads and their descriptions.
    static let streamedFromBytes = 256 << 10

    /// Makes the session of a drawing thread; it prints nothing.
    init(trial request: Request, _ appearance: Appearance, _ sources: [BundleSource]) {
        self.init(
            request, appearance: appearance, seasons: Seasons(sources: sources),
            output: Output(holdsAll: true))
    }

    /// Draws a batch in a thread.
    ///
    /// - Returns: nil if the batch has to be shown in the ordinary way.
    mutating func drawn(_ batch: Batch) -> Batch.Drawn? {
        drawing.document = batch.document
        drawing.known = batch.known
        (drawing.learntCount, shownCount, problemCount, hasSpoiledCells) = (0, 0, 0, false)
        defer { output.waiting.removeAll(keepingCapacity: true) }
        for found in batch.found {
            // This output is only memory, and its writes do not fail.
            try? show(found, of: "")
            guard drawing.learntCount == 0, problemCount == 0 else { return nil }
        }
        return Batch.Drawn(
            bytes: output.waiting, document: drawing.document, shownCount: shownCount,
            hasSpoiledCells: hasSpoiledCells)
    }

    /// The threads, which start when they are first asked for.
    ///
    /// - Returns: nil if this output cannot be drawn in parts, or there is only one core.
    mutating func startedThreads() -> DrawingThreads? {
        guard threads == nil, request.keys.isEmpty, request.compared.isEmpty,
            drawing.document.canBeDrawnInParts
        else { return threads }
        let (request, appearance, sources) = (request, appearance, seasons.sources)
        threads = DrawingThreads { Session(trial: request, appearance, sources) }
        return threads
    }

    /// Has values drawn by the threads.
    mutating func stream(
        _ found: [ValueScanner.Found], of name: String, _ threads: DrawingThreads
    ) throws(FileError) {
        for found in Batch.divide(found) {
            if threads.isFull { try showBatch(threads, of: name) }
            threads.draw(
                Batch(
                    found, for: drawing.document, knowing: drawing.known,
                    learntCount: drawing.learntCount))
        }
    }

    /// Shows all that is with the threads, in the order of the input.
    mutating func showBatches(of name: String) throws(FileError) {
        guard let threads else { return }
        while !threads.isEmpty, !output.isClosed { try showBatch(threads, of: name) }
    }

    private mutating func showBatch(_ threads: DrawingThreads, of name: String) throws(FileError) {
        let batch = threads.first()
        // What came since then may have changed how these values are shown.
        let isCurrent =
            batch.learntCount == drawing.learntCount
            && batch.document.subject == drawing.document.subject
        if isCurrent, let drawn = batch.drawn {
            if drawn.shownCount > 0 { tellLastProblem() }
            output.waiting += drawn.bytes
            if drawn.shownCount > 0 { drawing.document = drawn.document }
            shownCount += drawn.shownCount
            hasSpoiledCells = hasSpoiledCells || drawn.hasSpoiledCells
        } else {
            for found in batch.found { try show(found, of: name) }
        }
        try output.flush()
    }
}
