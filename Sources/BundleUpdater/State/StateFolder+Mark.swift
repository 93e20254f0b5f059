import BundleFormat
import Files
import Glibc
import SeasonClient

/// Marks the agent's own state folder. The agent deletes unknown files in its own folder, so it must never take another.
extension StateFolder {
    /// The file that marks the folder; it is there before anything else.
    package var mark: String { "\(path)/.bundle-agent" }

    private static let markText = """
        This folder belongs to bundle-agent, which deletes unknown files in it.

        """

    /// Marks an empty folder as the agent's own.
    ///
    /// - Throws: ``AgentError/state(_:)`` if the folder is foreign; then nothing was written.
    func claim() throws(AgentError) -> Bool {
        let owner = try mapFileErrors(to: AgentError.file) { () throws(FileError) -> Owner in
            try whose(open())
        }
        if owner == .agent { return false }
        guard owner != .foreign else { throw .state(StateTrouble.foreign(path).sentence) }
        try mapFileErrors(to: AgentError.file) { () throws(FileError) in
            let (folder, name) = (try open(), name(of: mark))
            try folder.removeUnless(.file, at: name)
            try folder.replaceFileAndSync(name, with: Array(Self.markText.utf8))
        }
        return owner == .agentWithoutMark
    }

    /// Whether the folder has files and is not the agent's, so that nothing may be written or deleted there.
    package var isForeign: Bool { (try? whose(open())) == .foreign }

    /// Refuses a write into a foreign folder; a session has checked that already.
    func requireOwn(_ path: String) throws(FileError) {
        guard !isOpened, isForeign else { return }
        throw FileError(operation: "write", path: path, code: EPERM)
    }

    private enum Owner {
        case unowned, agent, agentWithoutMark, foreign
    }

    /// Whose folder it is.
    ///
    /// The names come first: an agent that makes the folder at the same time writes its mark before all others. Hidden
    /// files do not count, because the home of a new user has some.
    private func whose(_ folder: Folder) throws(FileError) -> Owner {
        let names = try folder.names().filter {
            !$0.hasPrefix(".") && $0 != "lost+found"
        }
        if names.isEmpty { return .unowned }
        if try folder.kind(name(of: mark)) == .file { return .agent }
        return hasSet(folder) ? .agentWithoutMark : .foreign
    }

    /// Whether `current` is a link that only the agent writes, to a set that only the agent writes.
    private func hasSet(_ folder: Folder) -> Bool {
        guard let link = (try? folder.linkTarget(name(of: current))) ?? nil,
            let number = StateFolder.setNumber(link: link)
        else { return false }
        let bytes = try? folder.read(
            "\(name(of: set(number)))/\(SetIndex.fileName)",
            lengthBytesMax: SetIndex.lengthBytesMax)
        return bytes.flatMap { try? SetIndex.decode($0) } != nil
    }
}
