import BreakdownDocument

/// A few values of the input, and what a thread made of them.
///
/// It belongs to one thread at a time: to the reader, to a drawing thread, and to the reader again.
final class Batch: @unchecked Sendable {
    /// What drawing the batch changed.
    struct Drawn {
        /// The output, in UTF-8.
        let bytes: [UInt8]
        let document: Document
        let shownCount: Int
        let hasSpoiledCells: Bool
    }

    /// Bytes of values in one batch: a few matches, so that a piece of input is work for several threads.
    private static let bytesMax = 16 << 10
    /// Bytes that a value takes in addition to its text: so a batch of many small values is small, too.
    private static let valueBytes = 100

    let found: [ValueScanner.Found]
    /// The output as it was when the batch was made.
    let document: Document
    /// What was known about the matches when the batch was made.
    let known: KnownContext
    /// How many values had taught that.
    let learntCount: Int
    /// Nil if the batch has to be shown in the ordinary way.
    var drawn: Drawn?
    /// Whether a thread is through with it.
    var isDone = false

    init(
        _ found: [ValueScanner.Found], for document: Document, knowing known: KnownContext,
        learntCount: Int
    ) {
        self.found = found
        self.document = document
        self.known = known
        self.learntCount = learntCount
    }

    /// Divides values into runs for one batch each.
    static func divide(_ found: [ValueScanner.Found]) -> [[ValueScanner.Found]] {
        var runs: [[ValueScanner.Found]] = []
        var run: [ValueScanner.Found] = []
        var bytes = 0
        for value in found {
            run.append(value)
            bytes += valueBytes
            if case .value(let text, _) = value { bytes += text.count }
            guard bytes >= bytesMax else { continue }
            runs.append(run)
            run = []
            bytes = 0
        }
        if !run.isEmpty { runs.append(run) }
        return runs
    }
}
