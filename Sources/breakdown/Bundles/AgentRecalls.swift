import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// What an agent on this machine knows of recalled contents.
enum AgentRecalls: Equatable {
    /// These contents are recalled; none if no agent has read a repository here.
    case known([BundleYear: Set<ContentVersion>])
    /// An agent has read a repository here, and its files say no more what is recalled; with the reason.
    case unknown(String)

    /// Whether a content of this year may be recalled.
    func mayName(_ year: BundleYear) -> Bool {
        switch self {
        case .known(let recalls): recalls[year] != nil
        case .unknown: true
        }
    }

    /// Reads what an agent has written.
    ///
    /// The set in use says it. If that cannot be read, the agent's memory does, until the next poll has
    /// repaired the set.
    ///
    /// - Parameter current: the link to the set in use, in the agent's state folder.
    /// - Returns: what the agent knows.
    static func read(_ current: String) -> AgentRecalls {
        if let index = BundleSource.agent(current).index { return .known(index.recalled) }
        let state = Paths.parent(of: current)
        do throws(FileError) {
            let memory = "\(state)/vouched.json"
            guard try Files.kind(memory) != nil else {
                let hasMetadata = try Files.kind("\(state)/metadata/timestamp.json") != nil
                return hasMetadata
                    ? .unknown("\(current)/\(SetIndex.fileName): gone or damaged") : .known([:])
            }
            let bytes = try Files.read(
                memory, lengthBytesMax: BreakdownLimits.agentMemoryBytesMax)
            guard let json = try? JSON.parse(bytes) else {
                return .unknown("\(memory): damaged")
            }
            return .known(recalls(json))
        } catch {
            // Who may not look into the folder cannot tell whether an agent works there.
            let isVisible = ((try? Files.kind("\(state)/lock")) ?? nil) != nil
            return isVisible ? .unknown("\(error)") : .known([:])
        }
    }

    private static func recalls(_ json: JSON) -> [BundleYear: Set<ContentVersion>] {
        var recalls: [BundleYear: Set<ContentVersion>] = [:]
        for member in json["recalls"]?.objectValue?.members ?? [] {
            guard let year = BundleYear(member.key) else { continue }
            recalls[year] = Set(
                (member.value["versions"]?.arrayValue ?? []).compactMap {
                    $0.stringValue.flatMap { ContentVersion($0) }
                })
        }
        return recalls
    }
}
