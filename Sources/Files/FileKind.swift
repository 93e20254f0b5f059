import Glibc

/// What can stand at a path.
package enum FileKind: Sendable {
    case file
    case directory
    case link
    /// A device, a pipe or a socket.
    case other

    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}

/// Asks the system what stands at a path; it does not follow a link.
///
/// - Returns: nil if there is nothing.
func statusOf(_ path: String) throws(FileError) -> stat? {
    try ifThere { () throws(FileError) in
        var status = stat()
        _ = try call("examine", path) { lstat(path, &status) }
        return status
    }
}
