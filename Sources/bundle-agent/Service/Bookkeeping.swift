import BundleUpdater
import Files
import UpdatePolicy

/// What is written beside the state after each poll: the count, and the metrics where they are wanted.
struct Bookkeeping {
    let state: StateFolder
    /// Where metrics go; nil for nowhere.
    let metricsFile: String?
    /// The repository that is configured; nil for none.
    var repository: String?

    /// Writes where a configuration says.
    init(_ configuration: Configuration) {
        self.init(state: configuration.state, metricsFile: configuration.metricsFile)
        repository = configuration.repositoryAddress
    }

    /// Writes where it is told.
    init(state: StateFolder, metricsFile: String?) {
        self.state = state
        self.metricsFile = metricsFile
    }

    /// Counts a poll and writes both.
    ///
    /// - Parameters:
    ///   - report: the poll's.
    ///   - milliseconds: how long it took; nil for what was no poll, which is not counted.
    ///   - nextUnixSeconds: when the next one comes; nil where nobody knows.
    /// - Throws: `FileError` where one could not be written; the other is.
    func note(
        _ report: PollReport, milliseconds: Int64?, nextUnixSeconds: Int64?
    ) throws(FileError) {
        var record = ServiceRecord.read(state, .standard)
        if let nextUnixSeconds {
            record.nextCheckUnixSeconds = nextUnixSeconds
            record.repository = repository
        }
        if let milliseconds { record.count(report, milliseconds: milliseconds) }
        var failure: FileError?
        do throws(FileError) {
            try record.write(state)
        } catch {
            failure = error
        }
        if let metricsFile, let milliseconds {
            let text = Metrics.text(report, record, milliseconds: milliseconds)
            try Files.replaceFileAndSync(at: metricsFile, with: Array(text.utf8))
        }
        if let failure { throw failure }
    }
}
