import Files
import JSON
import UpdatePolicy

/// What is counted over all polls, and when the next one comes; `service.json` keeps it over restarts.
package struct ServiceRecord: Equatable, Sendable {
    /// When the service polls next; nil where none is running that has said so.
    package var nextCheckUnixSeconds: Int64?
    /// The repository that the service follows; nil where it follows none, or none has run.
    package var repository: String?
    /// Polls by how they ended.
    package var polls: [String: Int64] = [:]
    /// Bytes that polls have fetched.
    package var downloadedBytes: Int64 = 0
    /// Time that polls have taken, in milliseconds.
    package var pollMilliseconds: Int64 = 0

    /// Counts one more poll.
    ///
    /// - Parameters:
    ///   - report: the poll's.
    ///   - milliseconds: how long it took.
    package mutating func count(_ report: PollReport, milliseconds: Int64) {
        polls[report.outcome.rawValue, default: 0] &+= 1
        downloadedBytes &+= report.downloadedBytes
        pollMilliseconds &+= max(0, milliseconds)
    }
}

extension ServiceRecord {
    /// The record of a state folder; an empty one where there is none that can be read.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - limits: bounds the file.
    /// - Returns: what was read.
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

    /// Keeps it.
    ///
    /// - Parameter state: the state folder.
    /// - Throws: `FileError`; the record before is kept then.
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
        try Files.replaceFileAndSync(at: state.service, with: json.serialized(.indented))
    }
}
