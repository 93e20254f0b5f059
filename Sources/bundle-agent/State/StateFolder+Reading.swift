import BundleFormat
import Files
import JSON

extension SetIndex {
    /// The index of the set that `current` names; nil where there is none that can be read.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - limits: bounds the file.
    /// - Returns: what was read.
    static func served(_ state: StateFolder, _ limits: AgentLimits) -> SetIndex? {
        (try? Files.read(
            "\(state.current)/\(fileName)", lengthBytesMax: limits.setIndexBytesMax))
            .flatMap { try? decode($0) }
    }
}

extension PollReport {
    /// The last poll's report; nil where there is none that can be read.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - limits: bounds the file.
    /// - Returns: what was read.
    static func read(_ state: StateFolder, _ limits: AgentLimits) -> PollReport? {
        (try? Files.read(state.lastPoll, lengthBytesMax: limits.reportBytesMax))
            .flatMap { try? JSON.parse($0) }.flatMap { PollReport($0) }
    }
}
