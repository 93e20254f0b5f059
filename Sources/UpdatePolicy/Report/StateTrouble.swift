/// Why the next poll could not even write its report.
///
/// A poll on a full disk leaves no report, so the earlier report still says that all is well.
package enum StateTrouble: Equatable, Sendable {
    /// A file is where the state folder should be, or one of the folders above it.
    case file(path: String)
    /// A link is there that leads to nothing, such as to a disk that is not mounted.
    case deadLink(path: String)
    /// The folder is neither empty nor the agent's own.
    case foreign(path: String)
    /// The file system is mounted so that nothing can be written.
    case readOnly(path: String)
    /// The file system has no inodes left.
    case noInodes(path: String)
    /// The report does not fit.
    case noRoom(path: String, freeBytes: Int, neededBytes: Int)
    /// Not even root can write there.
    case rootDenied(path: String)
    /// The user who polls cannot write there.
    case userDenied(path: String, user: UInt32)
    /// The user who polls in the folder cannot open this file of it, or cannot replace it.
    case foreignFile(file: String, folder: String, user: UInt32)
    /// This user cannot write there, and nothing shows who polls.
    case closed(path: String, user: UInt32)
}
