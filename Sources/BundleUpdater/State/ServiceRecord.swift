import Files
import JSON
import SeasonClient

/// Counters over all polls, and the time of the next poll; `service.json` keeps them over restarts.
package struct ServiceRecord: Equatable, Sendable {
    /// When the service polls next; nil if no running service has said so.
    package var nextCheckUnixSeconds: Int64?
    /// The repository that the service follows; nil if it follows none, or if none has run.
    package var repository: String?
    /// Polls by outcome.
    package var polls: [String: Int64] = [:]
    /// Bytes that polls downloaded.
    package var downloadedBytes: Int64 = 0
    /// Time that polls took, in milliseconds.
    package var pollMilliseconds: Int64 = 0

    /// Counts one more poll.
    package mutating func count(_ report: PollReport, milliseconds: Int64) {
        polls[report.outcome.rawValue, default: 0] &+= 1
        downloadedBytes &+= report.downloadedBytes
        pollMilliseconds &+= max(0, milliseconds)
    }
}

extension ServiceRecord {
    /// The record of a state folder; empty if none can be read.
    package static func read(_ state: StateFolder, _ limits: AgentLimits) -> ServiceRecord {
        guard let bytes = try? Files.read(state.service, lengthBytesMax: limits.reportBytesMax),
            let json = try? JSON.parse(bytes), json["schema"] == 1
        else { return ServiceRecord() }
        var record = ServiceRecord()
        record.nextCheckUnixSeconds = json["nextCheck"]?.time
        record.repository = json["repository"]?.stringValue
        record.downloadedBytes = max(0, json["downloadedBytes"]?.integerValue ?? 0)
        record.pollMilliseconds = max(0, json["pollMilliseconds"]?.integerValue ?? 0)
        for outcome in PollReport.Outcome.allCases.map(\.rawValue) {
            guard let count = json["polls"]?[outcome]?.integerValue, count > 0 else { continue }
            record.polls[outcome] = count
        }
        return record
    }

    /// Reads the record, changes it and writes it; two processes that do so at the same time come one after the other.
    package static func update(
        _ state: StateFolder, _ limits: AgentLimits, _ change: (inout ServiceRecord) -> Bool
    ) -> (record: ServiceRecord, failure: FileError?) {
        // The folder's own lock: polls hold the other one for as long as they take. Where it cannot be locked, at worst
        // one poll is not counted.
        let lock = try? Sleep.until(.seconds(1), pauseMilliseconds: 5) { () throws(FileError) in
            try FileLock(state.open())
        }
        var record = read(state, limits)
        var failure: FileError?
        do throws(FileError) {
            if change(&record) { try record.write(state) }
        } catch {
            failure = error
        }
        _ = consume lock
        return (record, failure)
    }

    /// Writes the record.
    ///
    /// - Throws: `FileError`; then the old record stays.
    package func write(_ state: StateFolder) throws(FileError) {
        var counts = JSONObject()
        for (outcome, count) in polls.sorted(by: { $0.key < $1.key }) {
            counts[outcome] = .integer(count)
        }
        let json: JSON = [
            "schema": 1, "nextCheck": .time(nextCheckUnixSeconds),
            "repository": .text(repository), "polls": .object(counts),
            "downloadedBytes": .integer(downloadedBytes),
            "pollMilliseconds": .integer(pollMilliseconds),
        ]
        try state.write(json, at: state.service)
    }
}
