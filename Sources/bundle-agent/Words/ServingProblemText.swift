import BundleFormat
import Terminals
import UpdatePolicy

/// The sentences for what keeps a machine from serving.
extension ServingProblem {
    /// What is wrong, and the remedy if there is one.
    var sentence: String {
        switch self {
        case .unreadable(let sentence), .reported(let sentence), .leftOut(let sentence): sentence
        case .state(let trouble): trouble.sentence
        case .missing(let years):
            "nothing is served of \(years.map(\.description).joined(separator: ", "))"
        case .nothing: "nothing is served at all"
        }
    }
}

extension StateTrouble {
    /// What is wrong, and what to do about it.
    var sentence: String { "\(finding); \(remedy)" }

    /// What is wrong.
    var finding: String {
        switch self {
        case .file(let path): "\(path): expected a folder, found a file"
        case .deadLink(let path): "\(path): expected a folder, found a link that leads to nothing"
        case .readOnly(let path): "\(path): its file system is mounted read-only"
        case .noInodes(let path):
            "\(path): its file system has no inodes left, so no file can be made"
        case .noRoom(let path, let free, let needed):
            "\(path): \(free / 1_024) KiB are free on its file system, and a poll's report needs"
                + " \(needed / 1_024) KiB"
        case .rootDenied(let path): "\(path): not even root can write there"
        case .userDenied(let path, let user): "\(path): user \(user) polls and cannot write there"
        case .foreignLock(let path, let user):
            "\(path): it is user \(user)'s, who cannot open the lock that another user's poll has left there"
        case .closed(let path, let user): "\(path): this user, \(user), cannot write there"
        }
    }

    /// What to do about it.
    var remedy: String {
        switch self {
        case .file: "remove it, or name another folder with --state"
        case .deadLink: "mount the disk that it leads to, or remove it"
        case .readOnly: "mount it for writing"
        case .noInodes, .noRoom: "make room on that file system"
        case .rootDenied(let path):
            "'lsattr -d \(ShellWord.quoted(path))' shows whether it was made immutable"
        case .userDenied(let path, let user), .foreignLock(let path, let user):
            "chown -R \(user) \(ShellWord.quoted(path))"
        case .closed(let path, let user):
            "look as the user who polls; if this one is to poll: chown -R \(user) \(ShellWord.quoted(path))"
        }
    }
}
