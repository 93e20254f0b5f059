import BundleUpdater
import Files
import Glibc
import SeasonClient

/// Writes the counters and, if configured, the metrics after each poll.
struct Bookkeeping {
    let state: StateFolder
    /// The metrics file; nil for none.
    let metricsFile: String?
    /// The configured repository; nil for none.
    var repository: String?

    /// Removes the time of the next poll: the service that named it ends, or leaves this state folder.
    func forgetNextCheck() {
        // If the disk does not accept it, the time is soon over, and status says so.
        _ = ServiceRecord.update(state, .standard) { record in
            defer { record.nextCheckUnixSeconds = nil }
            return record.nextCheckUnixSeconds != nil
        }
    }

    /// Counts a poll and writes both files.
    ///
    /// - Parameters:
    ///   - milliseconds: how long it took; nil if there was no poll, which is not counted.
    ///   - nextUnixSeconds: when the next poll comes; nil if that is not known.
    /// - Throws: `FileError` if one of the files could not be written; the other one is written.
    func record(
        _ report: PollReport, milliseconds: Int64?, nextUnixSeconds: Int64?
    ) throws(FileError) {
        let (record, failure) = ServiceRecord.update(state, .standard) { record in
            if let nextUnixSeconds {
                record.nextCheckUnixSeconds = nextUnixSeconds
                record.repository = repository
            }
            if let milliseconds { record.count(report, milliseconds: milliseconds) }
            return true
        }
        if let metricsFile, let milliseconds {
            // Renaming would replace a device or a link that has the file's name.
            if let kind = try Files.kind(metricsFile), kind != .file {
                throw FileError(operation: "write metrics over", path: metricsFile, code: EEXIST)
            }
            // A stick that gave nothing says nothing of the repository: the last report stays, and so do its metrics.
            let standing = report.source == nil ? report : PollReport.read(state, .standard)
            let text = Metrics.text(standing ?? report, record, milliseconds: milliseconds)
            try Files.replaceFileAndSync(at: metricsFile, with: Array(text.utf8))
        }
        if let failure { throw failure }
    }
}

extension AgentConfiguration {
    var bookkeeping: Bookkeeping {
        Bookkeeping(
            state: settings.state, metricsFile: settings.metricsFile, repository: repositoryAddress)
    }
}
