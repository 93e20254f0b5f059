import BreakdownRenderer
import BundleFormat
import Files

/// What an agent on this machine says of recalled contents.
enum AgentRecalls: Equatable {
    /// These contents are recalled; none if no agent has read a repository here.
    case known([BundleYear: Set<ContentVersion>])
    /// An agent has read a repository here, and the set that says what is recalled cannot be read; with the reason.
    case unknown(String)

    /// Whether a content of this year may be recalled.
    func mayName(_ year: BundleYear) -> Bool {
        switch self {
        case .known(let recalls): recalls[year] != nil
        case .unknown: true
        }
    }

    /// Reads the set in use.
    ///
    /// - Parameter current: the link to the set in use, in the agent's state folder.
    static func read(_ current: String) -> AgentRecalls {
        if let index = BundleSource.agent(current).index { return .known(index.recalled) }
        let state = Paths.parent(of: current)
        do throws(FileError) {
            let hasMetadata = try Files.kind("\(state)/metadata/timestamp.json") != nil
            return hasMetadata
                ? .unknown("\(current)/\(SetIndex.fileName): gone or damaged") : .known([:])
        } catch {
            // Without read access we cannot tell whether an agent has read a repository here.
            let isVisible = ((try? Files.kind("\(state)/lock")) ?? nil) != nil
            return isVisible ? .unknown("\(error)") : .known([:])
        }
    }
}
