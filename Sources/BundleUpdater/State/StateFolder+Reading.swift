import BundleFormat
import Files
import JSON
import SeasonClient
import UpdatePolicy

extension SetIndex {
    /// The index of the set that `current` names.
    ///
    /// - Throws: ``AgentError`` if it cannot be read, or is damaged.
    package static func read(_ state: StateFolder) throws(AgentError) -> SetIndex {
        let path = "\(state.current)/\(fileName)"
        let bytes = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try Files.read(path, lengthBytesMax: SetIndex.lengthBytesMax)
        }
        do throws(BundleFormatError) {
            return try decode(bytes)
        } catch {
            throw .state("\(state.current): \(error); the next poll repairs it")
        }
    }
}

extension PollReport {
    /// Writes the report, and waits for its content.
    package func write(_ state: StateFolder) throws(FileError) {
        try state.write(json, at: state.lastPoll, syncingName: false)
    }

    /// The last poll's report; nil if none can be read.
    package static func read(_ state: StateFolder, _ limits: AgentLimits) -> PollReport? {
        (try? Files.read(state.lastPoll, lengthBytesMax: limits.reportBytesMax))
            .flatMap { try? JSON.parse($0) }.flatMap { PollReport($0) }
    }
}
