import Containers

/// Why a copy of a repository cannot be used.
package enum CopyProblem: Error, Equatable, Sendable {
    /// Nothing is at the path.
    case absent
    /// It is a pipe, a device or a socket.
    case special
    /// The system does not let the agent read it; the sentence says why.
    case unreadable(String)
    /// Something below the folder is neither a file nor a folder.
    case foreign(String)
    /// A folder without a repository, and the folder below it that has one; nil if none has.
    case noRepository(String?)
    /// A file that `export` did not make, or only a part of one.
    case noFile(String)
    /// A container that is refused.
    case container(ContainerProblem)
    /// The process that reads containers gave no result.
    case reader(ContainerProcessEnd)
}
