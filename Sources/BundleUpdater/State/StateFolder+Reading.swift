import BundleFormat
import Files
import JSON
import UpdatePolicy

extension SetIndex {
    /// The index of the set that `current` names.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - limits: limits the file.
    /// - Returns: the index.
    /// - Throws: ``AgentError`` if it cannot be read, or is damaged.
    package static func read(_ state: StateFolder, _ limits: AgentLimits) throws(AgentError)
        -> SetIndex
    {
        let path = "\(state.current)/\(fileName)"
        let bytes = try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            try Files.read(path, lengthBytesMax: limits.setIndexBytesMax)
        }
        do throws(BundleFormatError) {
            return try decode(bytes)
        } catch {
            throw .damaged(set: state.current, problem: error)
        }
    }
}

extension PollReport {
    /// The last poll's report; nil if none can be read.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - limits: limits the file.
    /// - Returns: the report.
    package static func read(_ state: StateFolder, _ limits: AgentLimits) -> PollReport? {
        (try? Files.read(state.lastPoll, lengthBytesMax: limits.reportBytesMax))
            .flatMap { try? JSON.parse($0) }.flatMap { PollReport($0) }
    }
}
